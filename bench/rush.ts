/**
 * Requests of one kind, as fast as they are answered. With wrk, which costs a tenth of what it measures: a client that
 * shares the machine's cores and costs as much as a bare server would measure itself.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Rush {
  readonly url: string;
  readonly body: object;
  readonly connections: number;
  readonly seconds: number;
}

/** Answers a second; throws when one was refused. */
export async function rush({ url, body, connections, seconds }: Rush): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-rush-'));
  try {
    const script = join(folder, 'post.lua');
    // A string of JSON is one of Lua too, as long as nothing in it is escaped as \u.
    await writeFile(
      script,
      `wrk.method = "POST"\nwrk.body = ${JSON.stringify(JSON.stringify(body))}\nwrk.headers["Content-Type"] = "application/json"\n`,
    );
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
    const { stdout } = await run('wrk', args, { timeout: (seconds + 30) * 1000 });
    const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not all were answered: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true });
  }
}
