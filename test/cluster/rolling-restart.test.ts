/** The built program behind nginx, by the configuration of packaging/servers, while its servers are restarted one by one. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { startPackagedNginx } from '../helpers/nginx.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { townSite } from '../helpers/town-site.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/main/serve.js');
const SERVERS = 3;
const CLIENTS = 6;
const MIN_REQUESTS = 2_000;
/** nginx has used each of its open connections by then, and the answer has ended it. */
const DRAIN_SECONDS = 1;

async function openServers() {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-rolling-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(townSite()));
  const { url: database } = await newDatabase();

  async function start(port: number, ...flags: readonly string[]) {
    const data = join(folder, String(port));
    const child = spawn(process.execPath, [PROGRAM, '--port', String(port), '--data', data, ...flags], {
      env: {
        ...process.env,
        TAN_DATABASE: database,
        TAN_API_AUTHENTICATION: 'off',
        TAN_DRAIN_SECONDS: String(DRAIN_SECONDS),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { said, ended } = hearChild(child);
    const gone = ended.then(({ code, err }) => {
      throw new Error(`ended with ${code}: ${err}`);
    });
    gone.catch(() => {});
    await Promise.race([gone, expect.poll(said).toContain('ready ')]);
    return { child, ended };
  }

  const ports: number[] = [];
  for (let nth = 0; nth < SERVERS; nth += 1) ports.push(await freePort());
  const running: Awaited<ReturnType<typeof start>>[] = [];
  for (const port of ports) running.push(await start(port, ...(running.length === 0 ? ['--site', site] : [])));
  return {
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    async restart(nth: number): Promise<number | null> {
      const { child, ended } = running[nth] ?? {};
      child?.kill('SIGTERM');
      const code = (await ended)?.code ?? null;
      running[nth] = await start(ports[nth] ?? 0);
      return code;
    },
  };
}

it('no request without a key fails while all servers are restarted one after the other', async () => {
  const servers = await openServers();
  const front = await startPackagedNginx(servers.addresses);
  const outcomes = new Map<string, number>();
  const isOver = { value: false };
  let asked = 0;

  async function client(): Promise<void> {
    while (!isOver.value || asked < MIN_REQUESTS) {
      asked += 1;
      const outcome = await fetch(`${front}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service_id: 'passports' }),
      }).then(
        async (response) =>
          `${response.status} ${/"success":true|<title>.*<\/title>|"errno":\d+/.exec(await response.text())?.[0]}`,
        (error: Error) => `${error.cause ?? error}`,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }

  const clients = Array.from({ length: CLIENTS }, client);
  const codes = [];
  for (let nth = 0; nth < SERVERS; nth += 1) {
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 100);
    codes.push(await servers.restart(nth));
  }
  isOver.value = true;
  await Promise.all(clients);
  expect(codes).toEqual([0, 0, 0]);
  expect(Object.fromEntries(outcomes)).toEqual({ '200 "success":true': asked });
  expect(asked).toBeGreaterThanOrEqual(MIN_REQUESTS);
});
