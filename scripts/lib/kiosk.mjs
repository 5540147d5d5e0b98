// The kiosk from its start to its end: in a window where there can be one, in the browser where there cannot, or when
// the window breaks. At most one of them runs at any time, both on the same data and at the same port.
//
// A window that breaks is not tried again: it may break every minute, and nobody would see why. The browser is there at
// once, the reason is on the console, and the next start tries the window anew. A window that asks for a new start
// itself, because its page died too often, gets it a few times. A server that ends ends everything, with its exit code:
// to whoever watches over it that must not look like a kiosk that runs.
import { ROOT, say } from './basics.mjs';
import { meaningOf } from './exit-status.mjs';
import { whyNoDisplay } from './find-display.mjs';
import { runKioskChild } from './kiosk-child.mjs';
import { SERVE_SMALL } from './memory-flags.mjs';
import { openPage } from './open-page.mjs';
import { ensureRuntime } from './runtime.mjs';
import { IS_ROOT, lookAtSandbox, obstacleOf } from './sandbox-check.mjs';
import { atPortOf, windowArguments } from './start-flags.mjs';

const MAX_NEW_STARTS = 3;
const NEW_STARTS_WITHIN_MS = 300_000;

/** `{ program }` of the runtime, or `{ missing, noDisplay }`: why there can be no window. */
async function findWindow(node, whileAlone) {
  const noDisplay = await whyNoDisplay(process);
  if (noDisplay !== null) return { missing: noDisplay, noDisplay: true };
  // It would not run: it need not be fetched.
  if (IS_ROOT) return { missing: obstacleOf({ platform: 'linux', isRoot: true }) };
  const runtime = await ensureRuntime(node, whileAlone);
  if (runtime.missing !== undefined) return runtime;
  const missing = obstacleOf(lookAtSandbox(runtime.program));
  return missing === null ? runtime : { missing };
}

/** Passes the program's output on, with one line `ready` for the whole of it. */
function oneReady() {
  let told = false;
  return (line, isReady) => {
    if (!(isReady && told)) process.stdout.write(`${line}\n`);
    told ||= isReady;
  };
}

/** Runs the window to its end. Gives the exit code of all; or `broken`, and the address where it was ready, if it was. */
async function runInWindow(program, flags, { stop, print, windowWaitMs, open }) {
  const args = windowArguments(flags, ROOT, process);
  let address = null;
  for (let starts = []; ; ) {
    const child = { stop, print, readyWithinMs: windowWaitMs };
    const end = await runKioskChild(program, args, child).catch((error) => ({ broken: error.message }));
    address = end.address ?? address;
    const meaning = end.broken ? { kind: 'broken', reason: end.broken } : meaningOf(end);
    // A window that ended well may have left behind what starts it anew.
    const endedWell = meaning.kind === 'done' && meaning.code === 0 && !end.stopping;
    if (!endedWell) await end.endRest?.();
    if (meaning.kind === 'done') return { code: meaning.code };
    if (meaning.kind === 'runs-already') return { code: await openWhereItRuns(meaning, open) };
    const now = performance.now();
    starts = [...starts.filter((at) => now - at < NEW_STARTS_WITHIN_MS), now];
    if (meaning.kind === 'again' && starts.length <= MAX_NEW_STARTS) continue;
    return { broken: meaning.reason ?? 'it restarted too often', address };
  }
}

/** The program has said that it runs already; the person sees it. A window has come to the front by itself. */
async function openWhereItRuns({ kioskUrl }, open) {
  if (kioskUrl !== null) await open(kioskUrl);
  return 0;
}

export async function runInBrowser(node, flags, parts) {
  const { stop, print, open, renew } = parts;
  const end = await runKioskChild(node, [...SERVE_SMALL, ...flags], { stop, print, onPage: (url) => void open(url) });
  if (end.message?.kind === 'runs-already') return openWhereItRuns(end.message, open);
  // What it refuses it says itself; here it could not even say anything.
  if (end.code === 1 && !end.isReady && !end.stopping && end.message === null) {
    if (await renew()) return runInBrowser(node, flags, { ...parts, renew: async () => false });
    say(
      'The program could not be loaded. If it names a module or a package: delete the folder node_modules and start again.',
    );
  }
  return end.code ?? (end.stopping ? 0 : 1);
}

/** Resolves to the exit code. */
export async function runKiosk(node, flags, { opens, windowWaitMs, stop, whileAlone, renew }) {
  const window = await findWindow(node, whileAlone);
  const willOpen = opens && !window.noDisplay && !IS_ROOT;
  const open = async (url) => willOpen && openPage(url);
  const where = willOpen ? 'The same kiosk opens in the browser.' : 'Open the address below in a browser.';
  const parts = { stop, print: oneReady(), open, windowWaitMs, renew };
  if (stop.signal !== null) return 0;
  if (window.missing !== undefined) {
    say(`The kiosk window cannot open: ${window.missing}. ${where}`);
    return runInBrowser(node, flags, parts);
  }
  const { code, broken, address } = await runInWindow(window.program, flags, parts);
  if (broken === undefined) return code;
  say(
    `The kiosk window closed unexpectedly: ${broken}. ${willOpen ? where : 'The same kiosk continues at the same address.'}`,
  );
  return runInBrowser(node, atPortOf(flags, address), parts);
}
