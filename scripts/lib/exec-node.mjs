// Runs the program as a child process with the same output, signals and exit code.
import { spawn } from 'node:child_process';
import { listenForStop } from './listen-for-stop.mjs';
import { smallEnvironment } from './memory-flags.mjs';
import { tellToStop } from './stop-child.mjs';

/** Resolves to the exit code. The child ends when its IPC channel to this process closes. */
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
