// How a program that we started is told to end, and how we notice that the one that started us is gone.
import { isAlive } from './is-alive.mjs';

/**
 * Tells the child to end in its own time. Windows has no such signals: there `kill` ends a process at once, whatever it
 * is doing, and the channel between us says it instead: the program ends cleanly when that closes.
 *
 * @param child with an IPC channel
 * @param {string} signal
 * @param {string} [platform]
 */
export function tellToStop(child, signal, platform = process.platform) {
  if (platform !== 'win32') child.kill(signal);
  else if (child.connected) child.disconnect();
}

/**
 * Gives a question: is the process gone that started this one? Elsewhere an orphan gets another parent; on Windows the
 * number of the old one stays, and has to be looked up.
 *
 * @param {{ platform: string, readonly ppid: number }} [from] - of `process`
 * @param {(pid: number) => boolean} [alive]
 * @returns {() => boolean}
 */
export function watchParent(from = process, alive = isAlive) {
  const parent = from.ppid;
  return () => from.ppid !== parent || (from.platform === 'win32' && !alive(parent));
}
