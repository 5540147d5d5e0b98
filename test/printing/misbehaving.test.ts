/** What visitors are told when a printer misbehaves in what it says. */
import { describe, expect, it, vi } from 'vitest';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { misbehavingPrinter } from './misbehaving-printer.ts';
import { openPrinter, tempDir } from './open-printer.ts';
import { ENGLISH } from './sample-tickets.ts';

const seen = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: 30_000, interval: 5 });
const ONLY_TRANSMITTED = { processId: false, clears: false } as const;
const ONLY_STATUS = { processId: false, transmitted: false, clears: false } as const;

describe('silence', () => {
  it.each([
    ['process ids', {}, 'process-id'],
    ['GS r', ONLY_TRANSMITTED, 'status'],
    ['its state alone', ONLY_STATUS, 'no-fault'],
  ] as const)('is no success where %s were answered once, also after a restart', async (_name, manners, confirmed) => {
    const device = await misbehavingPrinter(manners);
    const journalDir = await tempDir();
    const before = await openPrinter(device.url, { journalDir });
    await before.becomes('ready');
    expect(await before.printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed } });
    await before.printer.close();
    device.powerOff();
    const { printer, becomes } = await openPrinter(device.url, { journalDir });
    await becomes('silent');
    const outcome = await printer.print({ ...ENGLISH, number: 'A044' });
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'unconfirmed', doubtful: true } });
    device.powerOn();
    await becomes('ready');
    expect(await printer.print({ ...ENGLISH, number: 'A045' })).toEqual({ ok: true, value: { confirmed } });
    expect(device.papers.map(({ number }) => number)).toEqual(['A043', 'A045']);
    expect(latestOfEach(await readEntries(journalDir)).map(({ state }) => state)).toContain('doubtful');
  });

  it('of a printer that never said a word is told to the staff', async () => {
    const device = await misbehavingPrinter({ ...ONLY_STATUS, status: [], model: null });
    const { printer, becomes } = await openPrinter(device.url);
    await becomes('mute');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none', isUnproved: true } });
    expect(printer.facts()).toMatchObject({ confirms: null });
  });

  it('behind wrong process ids is no success, and the next ticket is confirmed by what is left', async () => {
    const device = await misbehavingPrinter();
    const { printer, becomes, events } = await openPrinter(device.url, { ticketTimeoutMs: 2000 });
    await becomes('ready');
    device.manners.processId = false;
    const outcome = await printer.print(ENGLISH);
    // The printer says that it has thrown the rest away: nothing of it will come.
    expect(outcome).toMatchObject({ ok: false });
    await seen(() => expect(events.map(({ data }) => data.by)).toContain('status'));
    expect(await printer.print({ ...ENGLISH, number: 'A044' })).toEqual({ ok: true, value: { confirmed: 'status' } });
  });
});

describe('answers', () => {
  it('that come twice make no false fault', async () => {
    const device = await misbehavingPrinter({ ...ONLY_TRANSMITTED, times: 2, drawer: 0x04 });
    const { printer, becomes, events } = await openPrinter(device.url);
    await becomes('ready');
    for (const number of ['A043', 'A044', 'A045']) {
      expect(await printer.print({ ...ENGLISH, number })).toEqual({ ok: true, value: { confirmed: 'status' } });
    }
    expect(device.papers.map(({ number }) => number)).toEqual(['A043', 'A044', 'A045']);
    expect(events.filter(({ event }) => event === 'printer.status-changed')).toHaveLength(1);
  });

  it('that come twice confirm no ticket that is not there', async () => {
    const device = await misbehavingPrinter({ ...ONLY_TRANSMITTED, times: 2 });
    const { printer, becomes } = await openPrinter(device.url, { ticketTimeoutMs: 2000 });
    await becomes('ready');
    device.paperEndsAfter(30);
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: false });
    expect(device.papers).toEqual([]);
  });

  it('without their fixed bits confirm no ticket that is not there', async () => {
    const device = await misbehavingPrinter({ ...ONLY_TRANSMITTED, lacks: 0x12 });
    const { printer, becomes } = await openPrinter(device.url, { ticketTimeoutMs: 3000 });
    await becomes('ready');
    device.paperEndsAfter(30);
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: false });
    expect(device.papers).toEqual([]);
  });

  it('that come late print one ticket', async () => {
    const device = await misbehavingPrinter({ delayMs: 1500 });
    const { printer, becomes } = await openPrinter(device.url);
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    expect(device.papers).toHaveLength(1);
  });

  it('to some questions only are enough', async () => {
    const device = await misbehavingPrinter({ ...ONLY_TRANSMITTED, status: [1, 4] });
    const { printer, becomes, events } = await openPrinter(device.url);
    await becomes('ready');
    const deaf = (): unknown[] => events.filter(({ event }) => event === 'printer.query-timeout');
    await seen(() => expect(deaf()).toHaveLength(2));
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'status' } });
    device.outOfPaper();
    await becomes('no-paper');
    device.loadPaper();
    await becomes('ready');
    // Nobody was hung up on.
    expect(device.connections()).toBe(1);
  });
});

describe('noise', () => {
  it('of one XOFF over a network holds up no ticket', async () => {
    const device = await misbehavingPrinter();
    const { printer, becomes } = await openPrinter(device.url, { ticketTimeoutMs: 4000 });
    await becomes('ready');
    device.say(0x13);
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
  });

  it('without end costs no more questions than silence does, and makes no fault', async () => {
    const device = await misbehavingPrinter();
    const { printer, becomes, events } = await openPrinter(device.url, { ticketTimeoutMs: 3000 });
    await becomes('ready');
    device.manners.processId = false;
    const asked = device.questions();
    const noise = setInterval(() => device.say(0xff, 0x80, 0x90), 2);
    await printer.print(ENGLISH);
    clearInterval(noise);
    expect(device.questions() - asked).toBeLessThanOrEqual(30);
    expect(events.map(({ data }) => data.kind)).not.toContain('no-paper');
  });
});

describe('paper that ends', () => {
  it('right behind the cut is no reason for a second ticket', async () => {
    const device = await misbehavingPrinter();
    const { printer, becomes } = await openPrinter(device.url);
    await becomes('ready');
    device.paperEndsBehindCut();
    const printing = printer.print(ENGLISH);
    await becomes('no-paper');
    device.loadPaper();
    expect(await printing).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    await becomes('ready');
    expect(device.papers.filter(({ isCopy }) => !isCopy)).toHaveLength(1);
  });
});

describe('a second print', () => {
  const GERMAN = { ...ENGLISH, lang: 'de', copyWord: 'KOPIE' };

  it.each([
    // With GS r nothing tells how far it was.
    ['the word for a copy where the first may be whole', { processId: false }, { confirmed: 'status', isCopy: true }],
    ['no such word where the first cannot be whole', {}, { confirmed: 'process-id' }],
  ] as const)('bears %s', async (_name, manners, value) => {
    const isCopy = 'isCopy' in value;
    const device = await misbehavingPrinter(manners);
    const { printer, becomes, events } = await openPrinter(device.url);
    await becomes('ready');
    device.paperEndsAfter(60);
    const printing = printer.print(GERMAN);
    await becomes('no-paper');
    await seen(() => expect(device.cleared()).toBe(true));
    device.loadPaper();
    expect(await printing).toEqual({ ok: true, value });
    expect(events.filter(({ event }) => event === 'print.retried')).toMatchObject([{ data: { copy: isCopy } }]);
    expect(device.papers.map(({ number, bytes }) => [number, bytes.includes('KOPIE')])).toEqual([['A043', isCopy]]);
  });
});

describe('a line that breaks and comes back', () => {
  it('is no printer that is not there', async () => {
    const device = await misbehavingPrinter();
    const { printer, becomes, events } = await openPrinter(device.url);
    await becomes('ready');
    device.reset();
    await becomes('connecting');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    expect(events.map(({ data }) => data.kind)).not.toContain('absent');
  });
});

describe('what a printer says it is', () => {
  it('sets the width, and is known before it is asked after a restart', async () => {
    const device = await misbehavingPrinter({ model: 'TM-T88V' });
    const journalDir = await tempDir();
    const { printer } = await openPrinter(device.url, { journalDir });
    await seen(() => expect(printer.facts()).toMatchObject({ maker: 'EPSON', model: 'TM-T88V', dots: 512 }));
    await printer.close();
    device.powerOff();
    const again = await openPrinter(device.url, { journalDir });
    await again.becomes('silent');
    expect(again.printer.facts()).toMatchObject({ model: 'TM-T88V', dots: 512, confirms: 'process-id' });
  });

  it('gives way to the address', async () => {
    const device = await misbehavingPrinter({ model: 'TM-T88V' });
    const { printer } = await openPrinter(`${device.url}?dots=576`);
    await seen(() => expect(printer.facts()).toMatchObject({ model: 'TM-T88V', dots: 576 }));
  });

  it('is not asked of one that answers nothing', async () => {
    const device = await misbehavingPrinter({ ...ONLY_TRANSMITTED, status: [], model: null });
    const { printer, becomes } = await openPrinter(device.url);
    await becomes('ready');
    await printer.print(ENGLISH);
    await printer.print(ENGLISH);
    expect(device.printed('GS I')).toBe(false);
  });
});
