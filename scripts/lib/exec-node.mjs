// Runs the program as a child and stands in for it: same output, same signals, same exit code.
import { spawn } from 'node:child_process';
import { listenForStop } from './listen-for-stop.mjs';
import { smallEnvironment } from './memory-flags.mjs';
import { tellToStop } from './stop-child.mjs';

/** Resolves to the exit code. The child hears of our death over its IPC channel and ends then. */
export function handOver(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: process.cwd(),
      env: smallEnvironment(process.env),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const stop = listenForStop();
    stop.onStop((signal) => tellToStop(child, signal));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      stop.close();
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
    });
  });
}
