/** The program on a machine whose own zone is another one: nothing of that zone ever shows. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { formatWallTime } from '../../main/lib/zone.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Never on the same date and hour as New York; the second one is half an hour beside. */
const ZONES = ['Pacific/Kiritimati', 'Asia/Kolkata'];
const HOUR_MS = 3_600_000;

/** Starts the built program; gives its address once it is ready. */
async function start(zoneOfMachine: string, site: object): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'take-a-number-zone-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  await writeFile(join(data, 'site.json'), JSON.stringify(site));
  const args = [
    'dist/main/serve.js',
    '--port',
    '0',
    '--data',
    data,
    '--site',
    join(data, 'site.json'),
    '--printer',
    'none:',
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, TZ: zoneOfMachine },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let heard = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  return new Promise((tell, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /^ready (\S+)/m.exec(text)?.[1];
      if (address !== undefined) tell(address);
    });
    child.on('close', () => reject(new Error(heard)));
  });
}

/** `hh:mm-hh:mm` of two hours around the instant on that wall clock, as opening hours have it. */
function around(instant: number, zone: string): string {
  const time = (at: number): string => formatWallTime(at, zone).slice(11, 16);
  return `${time(instant - HOUR_MS)}-${time(instant + HOUR_MS)}`;
}

it.each(ZONES)('a place in %s keeps its own time on a machine in New York', async (timezone) => {
  const now = Date.now();
  const address = await start('America/New_York', {
    locations: [{ id: 'place', name: 'Place', timezone }],
    services: [
      { id: 'open', name: 'Open', tag: 'A', schedule: around(now, timezone) },
      { id: 'closed', name: 'Closed', tag: 'B', schedule: around(now + 12 * HOUR_MS, timezone) },
    ],
    devices: [{ id: 'kiosk-1', name: 'Kiosk', printer: 'none:' }],
  });
  const create = async (service: string) => {
    const parameters = new URLSearchParams({ service_id: service, device_id: 'kiosk-1', lang: 'en' });
    const path = `/restapi/v2/queuemanagement/createticket?${parameters}`;
    return (await (await fetch(`${address}${path}`, { method: 'POST' })).json()) as {
      readonly errno?: number;
      readonly ticket: { readonly date: string };
      readonly ticket_strings: { readonly date_text: string };
    };
  };
  const earliest = formatWallTime(now, timezone);
  const made = await create('open');
  expect(made.ticket.date >= earliest && made.ticket.date <= formatWallTime(Date.now(), timezone)).toBe(true);
  expect(made.ticket_strings.date_text).toContain(made.ticket.date.slice(11, 16));
  expect(made.ticket_strings.date_text).toContain(made.ticket.date.slice(0, 4));
  expect((await create('closed')).errno).toBe(111);
});
