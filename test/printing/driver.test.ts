import { readdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CLONE, EPSON, MUTE, NARROW_CLONE, serialPrinter, tcpPrinter } from '../helpers/virtual-printer.ts';
import { openPrinter, tempDir } from './open-printer.ts';
import { ENGLISH, TICKETS } from './sample-tickets.ts';

/** Nothing confirms it, and staff have not vouched for the printer. */
const UNPROVED = { confirmed: 'none', isUnproved: true } as const;

async function journalText(dir: string): Promise<string> {
  const names = await readdir(dir);
  const own = names.filter((name) => name.startsWith('journal-'));
  const texts = await Promise.all(own.map((name) => readFile(join(dir, name), 'utf8')));
  return texts.join('');
}

const seen = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: 20_000, interval: 5 });

describe.each([
  ['a current Epson', EPSON, '', 'process-id'],
  ['a clone', CLONE, '', 'status'],
  ['a narrow clone', NARROW_CLONE, '?profile=58mm', 'status'],
  ['a printer that says nothing', MUTE, '', 'none'],
] as const)('%s', (_name, model, query, confirmed) => {
  it.each(['tcp', 'serial'] as const)('prints over %s', async (line) => {
    const { printer: device, url } = await (line === 'tcp' ? tcpPrinter({ model }) : serialPrinter({ model }));
    const { printer } = await openPrinter(url + query);
    const printed = confirmed === 'none' ? UNPROVED : { confirmed };
    const outcomes = await Promise.all([printer.print(ENGLISH), printer.print({ ...TICKETS.ar, number: 'B007' })]);
    expect(outcomes).toEqual([
      { ok: true, value: printed },
      { ok: true, value: printed },
    ]);
    expect((await device.nextTicket()).bigText).toBe('A043');
    expect((await device.nextTicket()).bigText).toBe('B007');
    expect(device.faults()).toEqual([]);
    expect(device.slips).toHaveLength(2);
  });
});

describe('a printer that stands still', () => {
  it('is reported, and a ticket answered at once with the reason', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, journal } = await openPrinter(url);
    await becomes('ready');
    device.outOfPaper();
    await becomes('no-paper');
    const outcome = await printer.print(ENGLISH);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'no-paper', doubtful: false } });
    device.loadPaper();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    expect(device.tickets).toHaveLength(1);
    await seen(async () => expect(await journal()).toEqual(['not-printed', 'printed']));
  });

  it('is reported without automatic status too', async () => {
    const { printer: device, url } = await tcpPrinter({ model: CLONE });
    const { becomes } = await openPrinter(url);
    await becomes('ready');
    device.openCover();
    await becomes('cover-open');
  });

  it('is known when it stood still before we came, and then learns what it can confirm', async () => {
    const { printer: device, url } = await tcpPrinter();
    device.outOfPaper();
    const { printer, becomes } = await openPrinter(url);
    await becomes('no-paper');
    device.loadPaper();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
  });

  it.each([
    ['paper', 'no-paper'],
    ['cover', 'cover-open'],
  ] as const)('prints the ticket again, once, when the trouble (%s) in its middle is mended', async (what, reason) => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, events, journal } = await openPrinter(url);
    await becomes('ready');
    if (what === 'paper') device.outOfPaperAt(300);
    if (what === 'cover') device.openCoverAt(300);
    const printing = printer.print({ ...TICKETS.zh, number: 'B008' });
    await seen(() => expect(printer.status().kind).not.toBe('ready'));
    device.loadPaper();
    device.closeCover();
    expect(await printing).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    const whole = device.tickets.filter((ticket) => ticket.qr !== null);
    expect(whole.map(({ bigText }) => bigText)).toEqual(['B008']);
    expect(events.filter(({ event }) => event === 'print.retried')).toMatchObject([{ data: { reason } }]);
    await seen(async () => expect(await journal()).toEqual(['printed']));
  });

  it('cuts the ticket that hangs at a stuck knife once the knife is free, and prints no second one', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, events, journal } = await openPrinter(url);
    await becomes('ready');
    await printer.print({ ...TICKETS.zh, number: 'B007' });
    device.jamCutter();
    const printing = printer.print({ ...TICKETS.zh, number: 'B008' });
    await becomes('cutter');
    device.clearJam();
    expect(await printing).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    await seen(() => expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['B007', 'B008']));
    // One ticket to a strip, not two in one piece.
    expect(device.tickets.map(({ qrCodes }) => qrCodes.length)).toEqual([1, 1]);
    expect(events.filter(({ event }) => event === 'print.retried')).toEqual([]);
    await seen(async () => expect(await journal()).toEqual(['printed', 'printed']));
    await becomes('ready');
  });

  it('does not know whether a ticket was taken from a knife that nobody frees', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url, { ticketTimeoutMs: 1500 });
    await becomes('ready');
    device.jamCutter();
    const outcome = await printer.print({ ...TICKETS.zh, number: 'B008' });
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'cutter', doubtful: true } });
    device.clearJam();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['B008', 'A043']);
    expect(device.faults()).toEqual([]);
  });

  it('keeps nothing to print later when nobody mends it', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url, { ticketTimeoutMs: 2000 });
    await becomes('ready');
    device.outOfPaperAt(300);
    const outcome = await printer.print({ ...TICKETS.zh, number: 'B009' });
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'no-paper', doubtful: false } });
    device.loadPaper();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['A043']);
    expect(device.faults()).toEqual([]);
  });

  it('that cannot clear its buffer is left to finish what it has', async () => {
    const { printer: device, url } = await tcpPrinter({ model: CLONE });
    const { printer, becomes } = await openPrinter(url);
    await becomes('ready');
    device.openCoverAt(200);
    const printing = printer.print(ENGLISH);
    await becomes('cover-open');
    device.closeCover();
    expect(await printing).toEqual({ ok: true, value: { confirmed: 'status' } });
    expect(device.tickets).toHaveLength(1);
  });
});

describe('a link that breaks', () => {
  it('is doubtful after the last chunk, and the ticket is never printed again by itself', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, journal, events } = await openPrinter(url);
    await becomes('ready');
    device.powerOffAt(250);
    const outcome = await printer.print(ENGLISH);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'absent', doubtful: true } });
    await becomes('absent');
    expect(await printer.print({ ...ENGLISH, number: 'A044' })).toMatchObject({
      ok: false,
      error: { reason: 'absent', doubtful: false },
    });
    await device.powerOn();
    await becomes('ready');
    expect(await printer.print({ ...ENGLISH, number: 'A045' })).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['A045']);
    await seen(async () => expect(await journal()).toEqual(['doubtful', 'not-printed', 'printed']));
    expect(events.map(({ event }) => event)).not.toContain('print.retried');
  });

  it('before the last chunk prints again, once, when it comes back', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url);
    await becomes('ready');
    device.powerOffAt(200);
    const printing = printer.print({ ...TICKETS.ar, number: 'B010' });
    await becomes('absent');
    await device.powerOn();
    expect(await printing).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['B010']);
    expect(device.faults()).toEqual([]);
  });

  it('is found silent when the answers stop', async () => {
    // The connection stays.
    const { printer: device, url } = await tcpPrinter({ model: CLONE });
    const { becomes } = await openPrinter(url);
    await becomes('ready');
    device.loseReplies(1000);
    await becomes('silent');
    device.loseReplies(0);
    await becomes('ready');
  });

  it('in a serial cable is noticed at once', async () => {
    const { printer: device, path } = await serialPrinter();
    // A name of its own, which goes with the cable: the number of a terminal that is gone may be another test's at once.
    const cable = join(await tempDir(), 'printer');
    await symlink(path, cable);
    const { becomes, printer } = await openPrinter(`serial://${cable}`);
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    await unlink(cable);
    await device.close();
    await becomes('absent');
  });
});

describe('a confirmation that never comes', () => {
  it('leaves the ticket known as not printed where the printer clears and says so', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url, { ticketTimeoutMs: 1500 });
    await becomes('ready');
    device.holdFeedButton();
    const outcome = await printer.print(ENGLISH);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: false } });
    device.releaseFeedButton();
    expect(await printer.print({ ...ENGLISH, number: 'A044' })).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['A044']);
  });

  it('leaves it in doubt where the printer says nothing', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url, { ticketTimeoutMs: 1500 });
    await becomes('ready');
    device.loseReplies(1000);
    const outcome = await printer.print(ENGLISH);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'unconfirmed', doubtful: true } });
    expect(device.tickets.filter(({ bigText }) => bigText === 'A043')).toHaveLength(1);
  });

  it('is not waited for when the URL says so', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(`${url}?confirm=none`);
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: UNPROVED });
    expect((await device.nextTicket()).bigText).toBe('A043');
  });
});

describe('noise on the line', () => {
  it('disturbs no ticket', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes } = await openPrinter(url);
    await becomes('ready');
    device.sendGarbage(Uint8Array.of(0xff, 0x37, 0x22, 0x41, 0x10, 0x80, 0x13, 0x00, 0x11));
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
  });
});

describe('a slow line with a small buffer', () => {
  it('carries a long ticket whole', async () => {
    const { printer: device, url } = await serialPrinter({ baud: 115_200, receiveBuffer: 45 });
    const { printer } = await openPrinter(`${url}?baudRate=115200`);
    expect(await printer.print({ ...TICKETS.zh, number: 'C001' })).toMatchObject({ ok: true });
    expect((await device.nextTicket()).bigText).toBe('C001');
    expect(device.faults()).toEqual([]);
  });

  it('tells of missing paper in the middle, though the line is full', async () => {
    const { printer: device, url } = await serialPrinter({ baud: 115_200 });
    const { printer, becomes } = await openPrinter(`${url}?baudRate=115200`, { ticketTimeoutMs: 4000 });
    await becomes('ready');
    device.outOfPaperAt(400);
    const printing = printer.print({ ...TICKETS.ar, number: 'C002' });
    await becomes('no-paper');
    expect(await printing).toMatchObject({ ok: false, error: { reason: 'no-paper', doubtful: false } });
  });
});

describe('no printer', () => {
  it('is absent, and says so', async () => {
    const { printer } = await openPrinter('none:');
    expect(printer.status()).toEqual({ kind: 'none' });
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'absent', doubtful: false } });
  });

  it.each([
    'tcp://127.0.0.1:1',
    'serial:///dev/no-such-port',
    'lp:///dev/usb/no-such-printer',
    'file:///no/such/folder/x',
  ])('at %s stops nothing', async (url) => {
    const { printer, becomes } = await openPrinter(url);
    await becomes('absent');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'absent', doubtful: false } });
  });

  it('becomes one when it is switched on', async () => {
    const { printer: device, url, port } = await tcpPrinter();
    await device.close();
    const { printer, becomes } = await openPrinter(url);
    await becomes('absent');
    const server = createServer((socket) => socket.resume());
    onTestFinished(() => void server.close());
    server.listen(port, '127.0.0.1');
    await becomes('mute');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: UNPROVED });
    await printer.close();
  });
});

describe('a file', () => {
  it('grows by each ticket and confirms nothing', async () => {
    const path = join(await tempDir(), 'tickets.bin');
    await writeFile(path, 'before');
    const { printer } = await openPrinter(`file://${path}`);
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
    const text = await readFile(path, 'latin1');
    expect(text.startsWith('before\x1b@')).toBe(true);
    expect(text).toContain('A043');
  });
});

describe('an lp device', () => {
  it('prints and answers', async () => {
    const { printer: device, path } = await serialPrinter();
    const { printer } = await openPrinter(`lp://${path}`);
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    expect((await device.nextTicket()).bigText).toBe('A043');
  });
});

describe('the journal', () => {
  it('does not take a busy program for a disk that fails', async () => {
    const { url } = await tcpPrinter();
    const { printer, becomes, events, journal } = await openPrinter(url);
    await becomes('ready');
    const printed = printer.print(ENGLISH);
    // The entry is on its way to the disk when the program has something else to do for a while.
    await Promise.resolve();
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500));
    expect(await printed).toMatchObject({ ok: true });
    await seen(async () => expect(await journal()).toEqual(['printed']));
    expect(events.map(({ event }) => event)).not.toContain('print-journal.write-failed');
  });

  it('has the job on disk before the first byte, without a word of the visitor', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, journalDir } = await openPrinter(url);
    await becomes('ready');
    let atFirstByte = '';
    device.onFirstByte(() => {
      void journalText(journalDir).then((text) => {
        atFirstByte = text;
      });
    });
    await printer.print(ENGLISH);
    await seen(() => expect(atFirstByte).toContain('"created"'));
    expect(atFirstByte).toContain('"A043"');
    expect(atFirstByte).not.toContain('Passports');
  });

  it('drops what an earlier run left, counts it in the log, and clears the printer first', async () => {
    const { printer: device, url } = await tcpPrinter();
    const journalDir = await tempDir();
    const old = [
      { job: 'a-1', at: 1000, state: 'created', ticket: 't1', number: 'A001' },
      { job: 'a-2', at: Date.now(), state: 'created', ticket: 't2', number: 'A002' },
      { job: 'a-2', at: Date.now(), state: 'sending' },
      { job: 'a-3', at: 1000, state: 'created', ticket: 't3', number: 'A003' },
      { job: 'a-3', at: 1000, state: 'printed' },
    ];
    await writeFile(
      join(journalDir, 'journal-2026-03-09-0001.jsonl'),
      `${old.map((each) => JSON.stringify(each)).join('\n')}\n{"torn`,
    );
    const { printer, becomes, events } = await openPrinter(url, { journalDir });
    await becomes('ready');
    expect(events.find(({ event }) => event === 'print-journal.incomplete-entries-found')?.data).toEqual({
      dropped: 1,
      recent: 1,
    });
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    expect(device.tickets.map(({ bigText }) => bigText)).toEqual(['A043']);
  });

  it('may be ended while the printer still holds half a ticket: the next program clears it', async () => {
    const { printer: gone, url, port } = await tcpPrinter();
    await gone.close();
    const journalDir = await tempDir();
    const left = { job: 'a-1', at: Date.now(), state: 'sending', ticket: 't1', number: 'A001' };
    await writeFile(join(journalDir, 'journal-2026-03-09-0001.jsonl'), `${JSON.stringify(left)}\n`);
    const first = await openPrinter(url, { journalDir });
    await first.becomes('absent');
    await seen(async () => expect(await first.journal()).toEqual(['doubtful']));
    await first.printer.close();

    let heard = '';
    const server = createServer((socket) => {
      socket.setEncoding('latin1').on('data', (text: string) => {
        heard += text;
      });
    });
    onTestFinished(() => void server.close());
    server.listen(port, '127.0.0.1');
    const { printer } = await openPrinter(url, { journalDir });
    // DLE DC4 8
    await seen(() => expect(heard.startsWith('\x10\x14\x08')).toBe(true));
    await printer.close();
  });

  it('that cannot be written stops no ticket', async () => {
    const { url } = await tcpPrinter();
    const file = join(await tempDir(), 'a-file');
    await writeFile(file, '');
    const { printer, events } = await openPrinter(url, { journalDir: join(file, 'no-folder') });
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    expect(events.filter(({ event }) => event === 'print-journal.write-failed')).toHaveLength(1);
  });
});

describe('status', () => {
  it('is told and logged on change only', async () => {
    const { printer: device, url } = await tcpPrinter();
    const { printer, becomes, events } = await openPrinter(url);
    const told: string[] = [];
    printer.onStatus((status) => told.push(status.kind));
    await becomes('ready');
    for (let index = 0; index < 3; index++) await printer.print(ENGLISH);
    device.openCover();
    await becomes('cover-open');
    expect(told).toEqual(['ready', 'cover-open']);
    expect(events.filter(({ event }) => event === 'printer.status-changed')).toHaveLength(2);
  });

  it('low paper keeps printing', async () => {
    const { printer: device, url } = await tcpPrinter();
    device.paperLow();
    const { printer, becomes } = await openPrinter(url);
    await becomes('ready');
    expect(printer.status()).toEqual({ kind: 'ready', paperLow: true, confirms: true });
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
  });
});
