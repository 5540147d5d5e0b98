/**
 * Requests by turns, as fast as they are answered. With wrk, which costs a tenth of what it measures: a client that shares the
 * machine's cores and costs as much as a bare server would measure itself.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RushRequest {
  readonly path: string;
  readonly body: object;
}

export interface Rush {
  readonly address: string;
  /** One after the other, over all connections; then from the first again. */
  readonly requests: readonly RushRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** A string of JSON is one of Lua too, as long as nothing in it is escaped as \u. */
const quoted = (text: string): string => JSON.stringify(text);

/** Answers a second; throws when one was refused. */
export async function rush({ address, requests, connections, seconds }: Rush): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-rush-'));
  try {
    const script = join(folder, 'post.lua');
    const list = requests.map(({ path, body }) => `{${quoted(path)}, ${quoted(JSON.stringify(body))}}`);
    await writeFile(
      script,
      `wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"
local made, turn = {}, 0
init = function()
  for place, each in ipairs({${list.join(',\n')}}) do made[place] = wrk.format("POST", each[1], nil, each[2]) end
end
request = function() turn = turn % #made + 1; return made[turn] end\n`,
    );
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, address];
    const { stdout } = await run('wrk', args, { timeout: (seconds + 30) * 1000 });
    const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not all were answered: ${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true });
  }
}
