// Runs the program as a child and stands in for it: same output, same signals, same exit code.
import { spawn } from 'node:child_process';
import { tellToStop, watchParent } from './stop-child.mjs';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** npm passes a signal on to its shell alone, which may die of it and leave us behind: so we look for our parent. */
const PARENT_CHECK_MS = 500;

/** Resolves to the exit code. The child hears of our death over its IPC channel and ends then. */
export function handOver(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: process.cwd(),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const forward = (signal) => tellToStop(child, signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    const isOrphan = watchParent();
    const watch = setInterval(() => isOrphan() && tellToStop(child, 'SIGTERM'), PARENT_CHECK_MS);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const each of SIGNALS) process.off(each, forward);
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
    });
  });
}
