/** Every `curl` line of the handbook, as it is written, against a server with the demo site. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeReport } from '../../main/app/report-thread/report-thread.ts';
import { Receiver } from '../helpers/receiver.ts';
import { openTown, type Town } from '../helpers/town.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url);

/** Prints the status of each request on a separate line, behind its body. */
const PRELUDE = `curl() { command curl -sS -w '\\n#status %{http_code}\\n' "$@"; }\n`;
const DEADLINE_MS = 60_000;
/** Errnos that a page itself announces for a fresh server. */
const EXPECTED: Readonly<Record<string, readonly number[]>> = { 'docs/admin/email.md': [7] };

interface Example {
  readonly page: string;
  readonly script: string;
}

async function examples(): Promise<Example[]> {
  const files = await readdir(new URL('docs', ROOT), { recursive: true });
  const names = files.filter((name) => name.endsWith('.md')).toSorted();
  const pages = ['README.md', ...names.map((name) => `docs/${name}`)];
  const all: Example[] = [];
  for (const page of pages) {
    const text = await readFile(new URL(page, ROOT), 'utf8');
    for (const [, script = ''] of text.matchAll(/^```sh\n([\s\S]*?)^```/gm)) {
      if (/^\s*curl /m.test(script)) all.push({ page, script });
    }
  }
  return all;
}

const found = await examples();

let town: Town;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  receiver = await new Receiver().open();
  folder = await mkdtemp(join(tmpdir(), 'curl-examples-'));
  const site = JSON.parse(await readFile(new URL('assets/demo/site.json', ROOT), 'utf8'));
  town = await openTown({
    webhooks: true,
    site: {
      ...site,
      settings: { ...site.settings, webhook_networks: ['127.0.0.0/8'] },
      users: [
        ...site.users,
        { id: 'admin', username: 'admin', name: 'Administrator', roles: ['admin_site'], password: 'the one shown' },
      ],
    },
    writeReport,
  });
  await town.createTicket('Passports');
});
afterAll(async () => {
  await town.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

it('are found in as many places as there are', () => {
  expect(found.length).toBeGreaterThan(9);
  expect(new Set(found.map(({ page }) => page)).size).toBeGreaterThan(5);
});

it.each(found)('work as they are written: $page $script', { timeout: DEADLINE_MS }, async ({ page, script }) => {
  const here = script
    .replaceAll('http://127.0.0.1:8080', town.address)
    .replaceAll('https://example.org/queue', receiver.url);
  const { stdout } = await run('bash', ['-eu', '-c', PRELUDE + here], { cwd: folder, timeout: DEADLINE_MS });
  const statuses = [...stdout.matchAll(/^#status (\d+)$/gm)].map(([, status]) => Number(status));
  const errnos = [...stdout.matchAll(/"errno":(\d+)|<errno>(\d+)</g)].map(([, json, xml]) => Number(json ?? xml));
  const expected = EXPECTED[page] ?? [];
  expect(errnos, stdout).toEqual(expected);
  const refused = statuses.filter((status) => status !== 200);
  expect(refused, stdout).toHaveLength(expected.length);
  expect(statuses).toHaveLength([...script.matchAll(/(^|[^-\w])curl /gm)].length);
});
