/** A presenter of Custom's printers: what becomes of a ticket in its mouth, for staff and in the journal. */
import { expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../main/lib/context.ts';
import type { PrintOutcome } from '../../main/printing/contract/printing.ts';
import { createPrinter } from '../../main/printing/driver.ts';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import type { Transport } from '../../main/printing/transports/transport.ts';
import { drivenTime } from '../printing-matrix/cell-time.ts';
import { memoryLine } from '../printing-matrix/device-play.ts';
import { presenter } from '../printing-matrix/devices.ts';
import { tempDir } from './open-printer.ts';
import { ENGLISH } from './sample-tickets.ts';

const TICKET_BYTES = 100;

async function opened(options: string) {
  const trays: string[] = [];
  const time = drivenTime(() => ({ trays }));
  const device = presenter(time);
  const mouth = device.printer!;
  let isMaking = false;
  time.standsForAWhile(() => isMaking);
  const note = (event: string, data: object = {}): void => {
    if (event === 'print.tray-changed') trays.push(String((data as { tray?: unknown }).tray));
  };
  const log: Log = { info: note, warn: note, error: note };
  const url = parsePrinterUrl(`tcp://127.0.0.1:9100?presenter=custom${options}`);
  if (!url.ok) throw new Error(url.error);
  const journalDir = await tempDir();
  const wrote = (length: number): void => {
    if (length > TICKET_BYTES) isMaking = false;
  };
  const line = memoryLine(device, 'tcp://127.0.0.1:9100', null, wrote);
  /** Disks do not go by that time. */
  let isStarted = false;
  time.standsWhile(() => !isStarted);
  const transport = (): Transport => ({
    ...line,
    open(events) {
      isStarted = true;
      return line.open(events);
    },
  });
  const printer = createPrinter(url.value, { log, clock: time, steadyMs: time.steadyMs, journalDir, transport });
  onTestFinished(async () => {
    time.close();
    mouth.close();
    await printer.close();
  });
  await time.until('a printer', () => printer.status().kind === 'ready');
  return {
    time,
    mouth,
    trays,
    async print() {
      let outcome: PrintOutcome | null = null;
      isMaking = true;
      void printer.print(ENGLISH).then((ended) => {
        outcome = ended;
        time.ring();
      });
      await time.until('an outcome', () => outcome !== null);
      expect(outcome).toMatchObject({ ok: true, value: { confirmed: 'status' } });
    },
    async journal() {
      await printer.close();
      return latestOfEach(await readEntries(journalDir)).map(({ number, state, tray }) => ({ number, state, tray }));
    },
  };
}

it('a ticket is presented, and taken by the visitor', async () => {
  const { time, mouth, trays, print, journal } = await opened('');
  await print();
  await time.until('the ticket in the mouth', () => trays.length === 1);
  expect(mouth.moves).toEqual(['to the knife, full cut', 'presented']);
  expect(mouth.oddities).toEqual([]);
  mouth.holdsTicket = false;
  await time.until('the visitor to be noticed', () => trays.length === 2);
  expect(trays).toEqual(['presented', 'taken']);
  expect(await journal()).toEqual([{ number: 'A043', state: 'printed', tray: 'taken' }]);
});

it('a ticket that is left there is retracted after its time, and no ticket before that', async () => {
  const { time, mouth, trays, print, journal } = await opened('&retract=30');
  await print();
  const printedAt = time.steadyMs();
  await time.until('the ticket back in the printer', () => trays.includes('retracted'));
  expect(time.steadyMs() - printedAt).toBeGreaterThanOrEqual(29_000);
  expect(mouth.moves).toEqual(['to the knife, full cut', 'presented', 'retracted']);
  expect(trays).toEqual(['presented', 'retracted']);
  expect(await journal()).toEqual([{ number: 'A043', state: 'printed', tray: 'retracted' }]);
});

it('without a time a ticket stays in the mouth', async () => {
  const { time, mouth, print, trays } = await opened('');
  await print();
  let isOver = false;
  time.after(120_000, () => {
    isOver = true;
  });
  await time.until('two minutes', () => isOver);
  expect(mouth.moves).not.toContain('retracted');
  expect(trays).toEqual(['presented']);
});

it('a ticket that pushes another one out of the mouth has its own time there', async () => {
  const { time, trays, print, mouth } = await opened('&retract=30');
  const pass = async (ms: number): Promise<void> => {
    let isOver = false;
    time.after(ms, () => {
      isOver = true;
    });
    await time.until('time to pass', () => isOver);
  };
  await print();
  await pass(25_000);
  await print();
  const printedAt = time.steadyMs();
  await time.until('the second ticket back in the printer', () => trays.includes('retracted'));
  expect(time.steadyMs() - printedAt).toBeGreaterThanOrEqual(29_000);
  expect(trays).toEqual(['presented', 'presented', 'retracted']);
  expect(mouth.moves.filter((move) => move === 'retracted')).toHaveLength(1);
});
