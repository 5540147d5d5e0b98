// The kiosk program as a child: its signals, its standard output and its end belong to us.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { smallEnvironment } from './memory-flags.mjs';
import { tellToStop } from './stop-child.mjs';

/** The program itself takes five seconds at most to end. */
const END_DEADLINE_MS = 6_000;
const LOOK_AGAIN_MS = 20;
const OUTPUT_DEADLINE_MS = 1_000;
const READY = /^ready (\S+)$/;

function isGroupThere(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Ends whatever the child has started and left: nothing of it may hold the data or the port of what comes next. */
async function endAll(child) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', timeout: END_DEADLINE_MS });
    return;
  }
  const started = performance.now();
  while (isGroupThere(child.pid) && performance.now() - started < END_DEADLINE_MS) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Gone between the two calls.
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** Hears each whole line; gives what is left at the end. */
function eachLine(stream, hear) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  stream.on('end', () => rest !== '' && hear(rest));
}

/**
 * Runs the kiosk program to its end.
 *
 * @param options `stop`: see `listenForStop`; `readyWithinMs`: null for no limit; `onPage`: gets the kiosk's page once it is ready;
 *   `print`: gets each line of its standard output
 * @returns how it ended, for `meaningOf`; the `address` at which it was ready, null if it never was; `endRest` ends what
 *   it has left behind
 */
export function runKioskChild(command, args, { stop, readyWithinMs = null, onPage = () => {}, print }) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that all of it can be found again. Signals reach it through us alone.
    const child = spawn(command, args, {
      stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
      env: smallEnvironment(process.env),
      detached: process.platform !== 'win32',
    });
    const end = { isReady: false, address: null, stopping: false, late: false, message: null };
    let deadline;
    const stopChild = (signal) => {
      end.stopping = true;
      tellToStop(child, signal);
      clearTimeout(deadline);
      deadline = setTimeout(() => void endAll(child), END_DEADLINE_MS);
    };
    stop.onStop(stopChild);
    if (stop.signal !== null) stopChild(stop.signal);
    if (readyWithinMs !== null) {
      deadline = setTimeout(() => {
        end.late = true;
        void endAll(child);
      }, readyWithinMs);
    }
    child.on('message', (message) => {
      if (message.kind === undefined) onPage(message.kioskUrl);
      else end.message = message;
    });
    eachLine(child.stdout, (line) => {
      const address = READY.exec(line)?.[1];
      if (address !== undefined && !end.isReady) {
        clearTimeout(deadline);
        Object.assign(end, { isReady: true, address });
      }
      print(line, address !== undefined);
    });
    child.on('error', reject);
    child.on('exit', async (code, signal) => {
      clearTimeout(deadline);
      stop.onStop(() => {});
      // Something that it had started may hold its output open.
      await Promise.race([once(child.stdout, 'close'), pause(OUTPUT_DEADLINE_MS)]);
      resolve({ ...end, code, signal, endRest: () => endAll(child) });
    });
  });
}
