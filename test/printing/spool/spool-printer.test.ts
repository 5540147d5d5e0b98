/** Tickets by way of the print queue of the system: what visitors and staff may be told, and that no job is handed over twice. */
import { describe, expect, it, vi } from 'vitest';
import type { PaperTicket, Vouched } from '../../../main/printing/contract/printing.ts';
import type { PrinterDeps } from '../../../main/printing/driver.ts';
import { readIppAnswer } from '../../../main/printing/spool/ipp.ts';
import { decodeBytes } from '../../helpers/virtual-printer.ts';
import { openPrinter } from '../open-printer.ts';
import { ENGLISH } from '../sample-tickets.ts';
import { playedCups } from './played-cups.ts';
import type { PlayedSystem } from './played-queue.ts';
import { playedWinspool } from './played-winspool.ts';

const SEEN: Vouched = { from: 'panel', by: '', at: '2026-11-28T08:00:00.000Z' };
const UNPROVED = { ok: true, value: { confirmed: 'none', isUnproved: true } };
const TAKEN = { ok: true, value: { confirmed: 'none' } };
/** Long enough for a queue that works, and short for one that does not. */
const VISITOR_MS = 700;
/** Only a number: its paper is out in a tenth of a second. */
const TICKET: PaperTicket = { ...ENGLISH, layout: [{ part: 'number', size: 1, align: 'center', text: '' }] };

const SYSTEMS: readonly (readonly [name: string, address: string, open: () => Promise<PlayedSystem>])[] = [
  ['CUPS', 'cups:tickets', () => playedCups()],
  ['the Windows spooler', 'spool:Tickets', async () => playedWinspool()],
];

describe.each(SYSTEMS)('a printer behind %s', (_name, address, open) => {
  async function opened(deps: Partial<PrinterDeps> = {}) {
    const system = await open();
    const printer = await openPrinter(address, {
      spooler: () => system.spooler,
      ticketTimeoutMs: VISITOR_MS,
      ...deps,
    });
    return { ...system, ...printer };
  }

  it('prints each ticket as one raw job that names no visitor', async () => {
    const { printer, queue, becomes } = await opened();
    await becomes('ready');
    await printer.print(TICKET);
    expect(queue.jobs.map(({ title }) => title)).toEqual(['queue ticket']);
    const [paper] = decodeBytes(queue.printed[0]!);
    expect(paper!.faults).toEqual([]);
    expect(paper!.bigText).toBe('A043');
    expect(paper!.cut).toBe('partial');
  });

  it('promises no ticket before staff have seen the test slip, whatever the queue says of its jobs', async () => {
    const first = await opened();
    await first.becomes('ready');
    expect(first.printer.status()).toEqual({ kind: 'ready', paperLow: false, confirms: false, isUnproved: true });
    expect(await first.printer.print(TICKET)).toEqual(UNPROVED);
    expect(await first.printer.vouch?.(SEEN)).toBe(true);
    expect(await first.printer.print(TICKET)).toEqual(TAKEN);
    expect(first.queue.printed).toHaveLength(2);
    await first.printer.close();

    const again = await opened({ journalDir: first.journalDir });
    await again.becomes('ready');
    expect(await again.printer.print(TICKET)).toEqual(TAKEN);
  });

  it('promises none while its job is in the queue, takes it back, and tells staff', async () => {
    const { printer, queue, becomes, journal } = await opened();
    await becomes('ready');
    await printer.vouch?.(SEEN);
    queue.mood = 'holds';
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: false } });
    expect(queue.jobs.map(({ state }) => state)).toEqual(['canceled']);
    expect(printer.status()).toEqual({ kind: 'silent' });
    // It goes again: the next ticket comes out, and nothing of the one before.
    queue.mood = 'prints';
    expect(await printer.print(TICKET)).toEqual(TAKEN);
    await becomes('ready');
    expect(queue.printed).toHaveLength(1);
    await printer.close();
    expect(await journal()).toEqual(['not-printed', 'printed']);
  });

  it('leaves it open whether a ticket came out whose job had begun', async () => {
    const { printer, queue, becomes, journal } = await opened();
    await becomes('ready');
    queue.mood = 'hangs';
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: true } });
    expect(queue.jobs).toHaveLength(1);
    await printer.close();
    expect(await journal()).toEqual(['doubtful']);
  });

  it('hands over no job a second time when the queue gives it up or does not answer', async () => {
    const { printer, queue, becomes } = await opened();
    await becomes('ready');
    queue.mood = 'gives-up';
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { doubtful: true } });
    expect(queue.jobs).toHaveLength(1);
    queue.mood = 'swallows';
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: true } });
    expect(queue.jobs).toHaveLength(2);
  }, 30_000);

  it('knows for sure that a job which was refused is not on paper', async () => {
    const { printer, queue, becomes } = await opened();
    await becomes('ready');
    queue.mood = 'refuses';
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { doubtful: false } });
    expect(queue.jobs).toEqual([]);
  });

  it('reports paper that ends in a ticket, and prints the next one once there is paper', async () => {
    const { printer, queue, becomes, journal } = await opened();
    await becomes('ready');
    await printer.vouch?.(SEEN);
    queue.endsPaper = true;
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'no-paper', doubtful: true } });
    expect(queue.open()).toEqual([]);
    // There is still no paper: the job that tries is taken back as well.
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'no-paper' } });
    expect(queue.open()).toEqual([]);
    queue.isOutOfPaper = false;
    expect(await printer.print(TICKET)).toEqual(TAKEN);
    await becomes('ready');
    expect(queue.printed).toHaveLength(1);
    await printer.close();
    expect(await journal()).toEqual(['doubtful', 'doubtful', 'printed']);
  }, 20_000);

  it('reports a queue that is paused, and gives the number at once', async () => {
    const { printer, queue, becomes } = await opened();
    await becomes('ready');
    queue.isPaused = true;
    const outcome = await printer.print(TICKET);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'fault', doubtful: false } });
    expect(queue.jobs).toEqual([]);
    expect(printer.status()).toMatchObject({ kind: 'fault', detail: expect.stringMatching(/paused|stopped/) });
  });

  it('tells staff of jobs of others that wait for long', async () => {
    const { printer, queue, becomes, events } = await opened();
    await becomes('ready');
    queue.mood = 'holds';
    queue.take('report of another program', Buffer.from('x'));
    queue.passS(31);
    await printer.print(TICKET);
    expect(printer.status()).toEqual({ kind: 'silent' });
    expect(events).toContainEqual({ event: 'spool.job-waiting', data: { printer: address, seconds: 31 } });
  });

  it('is absent while the spooler does not run, and comes back', async () => {
    const { printer, stop } = await opened();
    await stop();
    await vi.waitFor(async () => {
      await printer.print(TICKET);
      expect(printer.status().kind).toBe('absent');
    });
    expect(await printer.print(TICKET)).toMatchObject({ ok: false, error: { reason: 'absent', doubtful: false } });
  });
});

it('names the queue that CUPS does not have', async () => {
  const system = await playedCups('slips');
  const { printer, becomes } = await openPrinter('cups:slips', { spooler: () => system.spooler });
  await becomes('absent');
  expect(printer.status()).toMatchObject({ detail: expect.stringContaining('CUPS has no queue "slips"') });
});

it('takes a job back of which Windows took only a part, and closes each handle', async () => {
  const system = playedWinspool();
  const { printer, becomes } = await openPrinter('spool:Tickets', { spooler: () => system.spooler });
  await becomes('ready');
  system.failWrite();
  expect(await printer.print(TICKET)).toMatchObject({ ok: false });
  expect(system.queue.jobs).toEqual([]);
  expect(system.openHandles()).toBe(0);
});

it('uses one thread for an unresponsive Windows spooler, and continues when it responds', async () => {
  const { spooler, hang, hanging, restart, openHandles } = playedWinspool();
  hang();
  const late = { ok: false, error: expect.stringContaining('did not respond within') };
  for (let time = 0; time < 6; time += 1) expect(await spooler.look()).toMatchObject(late);
  expect(await spooler.submit(new Uint8Array([1]))).toMatchObject({ kind: 'refused' });
  expect(await spooler.cancel('1')).toBe(false);
  expect(hanging()).toBe(1);
  restart();
  await vi.waitFor(async () => expect(await spooler.look()).toMatchObject({ ok: true }));
  expect(openHandles()).toBe(0);
});

it('parses a response of many values in linear time', () => {
  const value = Buffer.from([0x44, 0, 0, 0, 1, 0x61]);
  const named = Buffer.concat([Buffer.from([0x44, 0, 1, 0x6e, 0, 1]), Buffer.from('a')]);
  const many = (count: number): Buffer =>
    Buffer.concat([
      Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 4]),
      named,
      ...Array<Buffer>(count).fill(value),
      Buffer.from([3]),
    ]);
  const answer = readIppAnswer(many(100_000));
  expect(answer?.groups[0]?.get('n')).toHaveLength(100_001);
}, 10_000);

it.each([
  ['cups:tickets', 'spool:'],
  ['spool:Tickets', 'cups:'],
])('%s says what to write on a system that lacks it', async (address, instead) => {
  const platform = address.startsWith('cups') ? 'win32' : process.platform;
  const { cupsSpooler } = await import('../../../main/printing/spool/cups.ts');
  const { windowsSpooler } = await import('../../../main/printing/spool/windows-spooler.ts');
  const spooler = address.startsWith('cups') ? cupsSpooler('tickets', { platform }) : windowsSpooler('Tickets');
  expect(await spooler.look()).toMatchObject({ ok: false, error: expect.stringContaining(instead) });
});
