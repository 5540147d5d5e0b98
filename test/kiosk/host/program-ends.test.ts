/** A program that ends in order in the middle of a ticket: no page shows its number any more, so the next program takes it back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { createQueueClient } from '../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { systemClock } from '../../../main/lib/context.ts';
import type { Printer, PrintOutcome } from '../../../main/printing/contract/printing.ts';
import { openJournal } from '../../../main/printing/journal.ts';
import { createPrintJobQueue } from '../../../main/printing/print-job-queue.ts';
import { openServerLine, type ServerLine } from '../../helpers/server-line.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { recordingLog } from '../readers/recording-log.ts';

let town: Town;
let line: ServerLine;
let dir: string;
let host: KioskHost;
let state: KioskState | null = null;
let status: DeviceStatus | null = null;
let log: ReturnType<typeof recordingLog>;

const ABSENT: PrintOutcome = { ok: false, error: { reason: 'absent', doubtful: false, detail: 'the line was closed' } };
const DOUBTFUL: PrintOutcome = {
  ok: false,
  error: { reason: 'absent', doubtful: true, detail: 'the line was closed' },
};

/** Its job is under way until it is closed, and ends like that. */
function slowPrinter(end: PrintOutcome): Printer {
  const closing = Promise.withResolvers<PrintOutcome>();
  const desk = createPrintJobQueue({
    name: 'printer',
    journal: openJournal({ dir, clock: systemClock, log }),
    log,
    remembered: async () => undefined,
    async print(_ticket, enter) {
      await enter.created();
      return closing.promise;
    },
  });
  return {
    status: () => ({ kind: 'ready', paperLow: false, confirms: true }),
    onStatus: () => () => {},
    facts: () => null,
    print: desk.print,
    async close(why) {
      const closed = desk.close(why);
      closing.resolve(end);
      await closed;
    },
  };
}

function start(end: PrintOutcome): void {
  state = null;
  status = null;
  host = createKioskHost({
    client: createQueueClient({
      fetch: remoteFetch({ baseUrl: line.address, deadlineMs: 5_000 }),
      clock: systemClock,
    }),
    ...{ deviceId: 'kiosk-1', lang: null, printer: 'tcp://printer', readers: [], journalDir: dir, goesAlone: true },
    ...{ clock: systemClock, log },
    makers: {
      printer: () => ({ ok: true, value: slowPrinter(end) }),
      reader: () => ({ ok: false, error: 'none here' }),
    },
  });
  host.subscribe((now) => {
    state = now;
  });
  host.onReport((now) => {
    status = now;
  });
}

const shows = (screen: string): Promise<void> =>
  expect.poll(() => state?.screen.name, { timeout: 60_000 }).toBe(screen);
const waiting = async (): Promise<number> => (await town.waiting('Passports')).length;

beforeEach(async () => {
  log = recordingLog();
  town = await openTown();
  line = await openServerLine(town.address);
  dir = await mkdtemp(join(tmpdir(), 'program-ends-'));
});
afterEach(async () => {
  await host.close();
  await line.close();
  await town.close();
  await rm(dir, { recursive: true, force: true });
});

async function endsWhilePrinting(end: PrintOutcome): Promise<void> {
  await host.call('touchService', { serviceId: 'passports', priority: false });
  await shows('printing');
  await host.close();
  start(end);
}

it('takes back a ticket that did not get onto paper', async () => {
  start(ABSENT);
  await shows('idle');
  await endsWhilePrinting(ABSENT);
  await expect.poll(waiting).toBe(0);
});

it('leaves a ticket that may be on paper', async () => {
  start(DOUBTFUL);
  await shows('idle');
  await endsWhilePrinting(DOUBTFUL);
  await shows('idle');
  expect(log.events()).not.toContain('ticket.withdrawn');
  expect(await waiting()).toBe(1);
});

it('hands over no offline ticket that did not get onto paper', async () => {
  start(ABSENT);
  await shows('idle');
  await expect.poll(() => status?.offline_numbers).toBeGreaterThan(0);
  line.set('refused');
  await expect.poll(() => state?.alone, { timeout: 60_000 }).toBe(true);
  await endsWhilePrinting(ABSENT);
  line.set('open');
  await expect.poll(() => state?.alone, { timeout: 60_000 }).toBe(false);
  // The numbers of the new program: it has read what the one before it left, and its server has what it handed over.
  await expect.poll(() => (status?.offline_numbers ?? 0) > 0 && status?.offline_tickets === 0).toBe(true);
  expect(await waiting()).toBe(0);
});
