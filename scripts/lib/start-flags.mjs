// What `npm start` itself has to know of the command line. Whether it is right, the program judges, which gets all of it.

const WINDOW_WAIT_S = 60;
/** Flags that only tell something need no window. */
const TELLS = ['--help', '--version'];

function textFor(flags, env, flag) {
  const at = flags.findLastIndex((each) => each === `--${flag}` || each.startsWith(`--${flag}=`));
  if (at < 0) return env[`TAN_${flag.toUpperCase().replaceAll('-', '_')}`] || null;
  return flags[at].includes('=') ? flags[at].slice(flags[at].indexOf('=') + 1) : (flags[at + 1] ?? null);
}

export function readStartFlags(flags, env) {
  const wait = Number(textFor(flags, env, 'window-wait'));
  return {
    tells: flags.some((flag) => TELLS.includes(flag)),
    opens: !flags.includes('--no-open') && !env.TAN_NO_OPEN,
    windowWaitMs: (Number.isInteger(wait) && wait > 0 ? wait : WINDOW_WAIT_S) * 1_000,
  };
}

/** The same command line, listening at the port that the program before it had. */
export function atPortOf(flags, address) {
  if (address === null) return flags;
  const { port, protocol } = new URL(address);
  return [...flags, `--port=${port || (protocol === 'https:' ? 443 : 80)}`];
}

/** Chromium's own switches for the window: two screens can be told apart under X11 alone, if that is there too. */
function windowSwitches(flags, { platform, env }) {
  const secondScreen = textFor(flags, env, 'second-screen') !== null;
  const both = platform === 'linux' && Boolean(env.WAYLAND_DISPLAY) && Boolean(env.DISPLAY);
  return secondScreen && both ? ['--ozone-platform=x11'] : [];
}

/** Each value in one word with its flag: Electron on Windows refuses a command line that goes on behind an address. */
function inOneWord(flags) {
  const words = [];
  for (const word of flags) {
    const isValue = !word.startsWith('--') && /^--[\w-]+$/.test(words.at(-1) ?? '');
    if (isValue) words.push(`${words.pop()}=${word}`);
    else words.push(word);
  }
  return words;
}

/** What the runtime is started with: Chromium's own switches, the folder of the program, and our flags as it lets them pass. */
export function windowArguments(flags, folder, { platform, env }) {
  const ours = platform === 'win32' ? inOneWord(flags) : flags;
  return [...windowSwitches(flags, { platform, env }), folder, ...ours];
}
