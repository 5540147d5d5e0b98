// Whether a screen can be reached: a variable that names one says little about a screen that is switched off, belongs
// to another session, or was at the other end of a line that is closed.
import { connect } from 'node:net';
import { isAbsolute, join } from 'node:path';

const ANSWER_DEADLINE_MS = 2_000;

function answers(target) {
  return new Promise((resolve) => {
    const socket = connect(target);
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(ANSWER_DEADLINE_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}

/** Where the display servers that the environment names listen: Wayland first, as Chromium takes it. */
export function displaysOf(env) {
  const found = [];
  const wayland = env.WAYLAND_DISPLAY;
  if (wayland && (isAbsolute(wayland) || env.XDG_RUNTIME_DIR)) {
    found.push({
      name: `WAYLAND_DISPLAY=${wayland}`,
      targets: [{ path: isAbsolute(wayland) ? wayland : join(env.XDG_RUNTIME_DIR, wayland) }],
    });
  }
  // [host][/protocol]:number[.screen]
  const x11 = /^(?:(.*?)(?:\/(?:unix|tcp|inet6?))?)?:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY ?? '');
  if (x11 !== null) {
    const [, host = '', number] = x11;
    const socket = `/tmp/.X11-unix/X${number}`;
    const local = host === '' || host === 'unix';
    found.push({
      name: `DISPLAY=${env.DISPLAY}`,
      targets: local
        ? [{ path: socket }, { path: `\0${socket}` }]
        : [{ host: host.replace(/^\[|\]$/g, ''), port: 6000 + Number(number) }],
    });
  }
  return found;
}

/** `null` when a window can be shown, else why not. */
export async function whyNoDisplay({ platform, env }) {
  if (platform !== 'linux') return null;
  const displays = displaysOf(env);
  if (displays.length === 0) return 'there is no display';
  for (const { targets } of displays) {
    for (const target of targets) if (await answers(target)) return null;
  }
  return `no server responds at ${displays.map(({ name }) => name).join(' and ')}`;
}
