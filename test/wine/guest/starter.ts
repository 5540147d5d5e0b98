/** Runs in Wine: starts the built program as `npm run serve` does, and ends it in the two ways that Windows has. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tellToStop } from '../../../scripts/lib/stop-child.mjs';
import { answerQuestions } from './answers.ts';

const child = fork('dist/main/serve.js', process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
const ended = once(child, 'exit');
let said = '';
const address = new Promise<string>((resolve) => {
  child.stdout?.on('data', (part) => {
    said += String(part);
    const found = /^ready (\S+)/m.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
});

/** @returns exit code and signal */
async function end(how: () => void): Promise<unknown> {
  how();
  const result = await ended;
  setImmediate(() => process.exit());
  return result;
}

answerQuestions({
  address: () => Promise.race([address, ended]),
  stop: () => end(() => tellToStop(child, 'SIGTERM')),
  kill: () => end(() => child.kill('SIGKILL')),
});
