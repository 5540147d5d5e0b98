/**
 * The parts that only Windows runs, and the program as a whole, under Wine: the print spooler with Debian's CUPS behind it, the data
 * folder on drive C, the two ways in which a program ends there. Needs the Debian packages wine and wine64, and those of CUPS;
 * `npm run build` first.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../bench/kiosk-page.ts';
import { silentLog } from '../../main/lib/context.ts';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import { startProgramChild } from '../helpers/program-child.ts';
import { openServerLine } from '../helpers/server-line.ts';
import { serialPrinter, tcpPrinter } from '../helpers/virtual-printer.ts';
import { ENGLISH, profile, TICKETS } from '../printing/sample-tickets.ts';
import { startDebianCups } from '../printing/spool/debian-cups.ts';
import { makeWindowsMachine, type WindowsMachine } from './windows-machine.ts';

const PRINTER_KEY = 'HKLM\\System\\CurrentControlSet\\Control\\Print\\Printers\\tickets';
const PATIENCE = { timeout: 60_000, interval: 100 };

interface Answer {
  readonly ticket: { readonly number: string };
  readonly tickets: readonly { readonly number: string }[];
}

async function request(address: string, operation: string, parameters: object): Promise<Answer> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Numbers of those who wait, in their order; the interface has them without the letter. */
async function waiting(address: string): Promise<readonly number[]> {
  const { tickets } = await request(address, 'waitingticketslist', { service_id: 'passports' });
  return tickets.map(({ number }) => Number(number));
}

let windows: WindowsMachine;

beforeAll(() => {
  windows = makeWindowsMachine();
});

afterAll(() => windows?.close());

it('the libraries for that system load', async () => {
  expect(await windows.run('test/wine/guest/libraries.ts')).toEqual({
    code: 0,
    said: 'win32 x64: 0 serial ports, a picture, winspool.drv, winscard.dll\n',
  });
});

it('the Windows spooler forwards each byte of a ticket and reports faults', async () => {
  const cups = await startDebianCups();
  const guest = await windows.start('test/wine/guest/spooler.ts', {
    args: ['tickets', 'C:\\journal'],
    env: { CUPS_SERVER: cups.socketPath },
  });
  const arrived = async (before: Buffer): Promise<Buffer> => (await cups.bytes()).subarray(before.length);
  const submit = (bytes: Uint8Array) => guest.ask('submit', Buffer.from(bytes).toString('base64'));
  const fine = { ok: true, value: { fault: null, isPaperLow: false, oldestJobS: 0 } };
  expect(await guest.ask('look')).toEqual(fine);

  // The ticket that Linux would print, as one job.
  const { chunks } = await buildTicket(ENGLISH, { profile: profile(), automaticStatus: false, log: silentLog });
  expect(await guest.ask('print', ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none', isUnproved: true } });
  await expect.poll(() => arrived(Buffer.alloc(0)), PATIENCE).toEqual(Buffer.concat(chunks));
  expect(await guest.ask('print', TICKETS.ar)).toMatchObject({ ok: true });
  await expect.poll(() => cups.papers(), PATIENCE).toHaveLength(2);

  // Every byte there is, more of them than one call may take.
  let before = await cups.bytes();
  const long = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), randomBytes(400_000)]);
  const taken = (await submit(long)) as { job: string };
  expect(taken).toEqual({ kind: 'queued', job: expect.stringMatching(/^\d+$/) });
  expect(await guest.ask('job', taken.job)).toEqual({ ok: true, value: 'gone' });
  await expect.poll(async () => (await arrived(before)).equals(long), PATIENCE).toBe(true);

  const missing = 'Windows has no printer "Absent", or does not let this user print';
  expect(await guest.ask('absent')).toEqual([
    { ok: false, error: missing },
    { kind: 'refused', detail: missing },
  ]);

  for (const [status, reason, detail] of [
    [0x1, 'fault', 'the queue is paused'],
    [0x10, 'no-paper', 'the paper has run out'],
    [0x40_0000, 'cover-open', 'the cover is open'],
    [0x80, 'absent', 'Windows cannot reach the printer'],
  ] as const) {
    windows.setRegistry(PRINTER_KEY, 'Status', status);
    expect(await guest.ask('look')).toMatchObject({ value: { fault: { reason, detail } } });
    before = await cups.bytes();
    expect(await guest.ask('print', ENGLISH)).toMatchObject({ ok: false, error: { reason, doubtful: false } });
    expect(await arrived(before)).toHaveLength(0);
  }
  windows.setRegistry(PRINTER_KEY, 'Status', 0);
  expect(await guest.ask('look')).toEqual(fine);

  // A spooler that stands still: the visitor's wait ends, no second call is made, and nothing is sent again.
  before = await cups.bytes();
  cups.signal('SIGSTOP');
  expect(await guest.ask('print', ENGLISH)).toEqual({
    ok: false,
    error: { reason: 'timeout', doubtful: true, detail: 'the Windows spooler did not respond within 10 s' },
  });
  expect(await guest.ask('look')).toEqual({
    ok: false,
    error: 'the Windows spooler did not respond within 5 s',
  });
  cups.signal('SIGCONT');
  await expect.poll(() => guest.ask('look'), PATIENCE).toEqual(fine);
  await expect.poll(() => arrived(before), PATIENCE).toEqual(Buffer.concat(chunks));

  await cups.command('cupsreject', 'tickets');
  expect(await submit(long)).toEqual({ kind: 'unknown', detail: 'Windows did not accept the whole job' });
  await cups.command('cupsaccept', 'tickets');
  expect(await submit(Buffer.alloc(1))).toMatchObject({ kind: 'queued' });

  await guest.ask('close');
  // On Windows no ticket is ever in two journals, nor is one that is doubtful printed again.
  const journal = latestOfEach(await readEntries(windows.onDrive('journal'))).map(({ state }) => state);
  expect(journal.filter((state) => state === 'printed')).toHaveLength(2);
  expect(journal.filter((state) => state === 'doubtful')).toHaveLength(1);
});

type Line = Pick<Awaited<ReturnType<typeof tcpPrinter>>, 'printer' | 'url'>;

/** A kiosk's page, its printer and its program in Wine, over a data folder of drive C. */
async function openKiosk(folder: string, flags: readonly string[] = [], line?: Line) {
  const { printer, url } = line ?? (await tcpPrinter());
  const args = ['--port', '0', '--data', `C:\\${folder}`, `--printer=${url}`, ...flags];
  return {
    args,
    files: (): readonly string[] => readdirSync(windows.onDrive(folder)),
    numbers: (): readonly number[] => printer.tickets.map(({ bigText }) => Number(bigText.replace(/^\D+/, ''))),
    async start() {
      const starter = await windows.start('test/wine/guest/starter.ts', { args });
      const address = String(await starter.ask('address'));
      return {
        address,
        said: starter.said,
        /** @returns exit code and signal */
        stop: () => starter.ask('stop'),
        /** As by the task manager. */
        kill: () => starter.ask('kill'),
        async visitorTakesTicket(): Promise<void> {
          const before = printer.tickets.length;
          const page = await openPage(address);
          await page.until(({ screen }) => screen.name === 'idle' || screen.name === 'choose');
          page.call('touchService', { serviceId: 'passports', priority: false });
          await page.until(({ screen }) => screen.name === 'take-ticket');
          await expect.poll(() => printer.tickets.length, PATIENCE).toBe(before + 1);
          page.call('done', {});
          page.close();
        },
      };
    },
  };
}

it('the program keeps its tickets on drive C, when it is ended and when it is killed', async () => {
  const kiosk = await openKiosk('queue data');
  const first = await kiosk.start();
  const { ticket } = await request(first.address, 'createticket', { service_id: 'passports' });
  await first.visitorTakesTicket();
  const before = await waiting(first.address);
  expect(before).toEqual([Number(ticket.number), ...kiosk.numbers()]);
  const second = await windows.run('dist/main/serve.js', kiosk.args);
  expect(second.code).toBe(1);
  expect(second.said).toContain(`is already running at ${first.address} with the data folder C:\\queue data`);
  expect(await first.stop()).toEqual([0, null]);
  expect(kiosk.files()).toContain('take-a-number.db');
  expect(kiosk.files().filter((name) => /-wal$|^running\.json$/.test(name))).toEqual([]);

  const next = await kiosk.start();
  expect(await waiting(next.address)).toEqual(before);
  await next.visitorTakesTicket();
  const all = await waiting(next.address);
  expect(await next.kill()).toEqual([null, 'SIGKILL']);
  expect(kiosk.files()).toContain('running.json');

  const last = await kiosk.start();
  expect(await waiting(last.address)).toEqual(all);
  await last.visitorTakesTicket();
  expect(await last.stop()).toEqual([0, null]);
  expect(new Set([Number(ticket.number), ...kiosk.numbers()]).size).toBe(4);
});

it('a kiosk gives numbers while its remote server is offline, also after it was killed, and hands them over', async () => {
  const server = await startProgramChild([]).ready;
  const line = await openServerLine(server);
  onTestFinished(() => line.close());
  const kiosk = await openKiosk('kiosk', ['--server', line.address, '--device', 'kiosk-1']);
  const first = await kiosk.start();
  await first.visitorTakesTicket();
  line.set('refused');
  await first.visitorTakesTicket();
  await first.kill();
  const next = await kiosk.start();
  await next.visitorTakesTicket();
  line.set('open');
  await expect.poll(() => waiting(server), PATIENCE).toEqual(kiosk.numbers());
  expect(new Set(kiosk.numbers()).size).toBe(3);
  expect(await next.stop()).toEqual([0, null]);
});

it('a ticket is printed and confirmed through a serial port of Windows', async () => {
  const { printer, path } = await serialPrinter();
  windows.setPort('COM1', path);
  const kiosk = await openKiosk('serial', [], { printer, url: 'serial://COM1?baudRate=19200' });
  const { visitorTakesTicket, stop, said } = await kiosk.start();
  await visitorTakesTicket();
  expect(printer.tickets[0]?.faults).toEqual([]);
  expect(said()).toMatch(/"event":"print.completed","printer":"serial:[^"]*COM1[^}]*"confirmed":"process-id"/);
  expect(await stop()).toEqual([0, null]);
});
