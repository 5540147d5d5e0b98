import { describe, expect, it } from 'vitest';
import type { Clock } from '../../main/lib/context.ts';
import {
  CLONE,
  MUTE,
  testPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from '../helpers/virtual-printer.ts';
import { bytes, CUT, INIT, type Part, raster } from '../printing/picture/escpos.ts';

const CLEAR = [0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08];
const CLEARED = [0x37, 0x25, 0x00];
const PAPER_STATUS = '\x10\x04\x04';

interface Host {
  readonly printer: VirtualPrinter;
  send(...parts: readonly Part[]): void;
  /** What the printer has said since the last call. */
  heard(): number[];
  stalled(): boolean;
  dead(): boolean;
}

/** A host on a cable without a kernel between: everything happens at once. */
function host(options: VirtualPrinterOptions = {}): Host {
  const printer = testPrinter(options);
  const answers: number[] = [];
  let held = false;
  let lost = false;
  const end = printer.plugIn({
    send: (reply) => answers.push(...reply),
    hold(stalled) {
      held = stalled;
    },
    powerLost() {
      lost = true;
    },
    async powerBack() {
      lost = false;
    },
    async close() {},
  });
  return {
    printer,
    send: (...parts) => end.receive(bytes(...parts)),
    heard: () => answers.splice(0),
    stalled: () => held,
    dead: () => lost,
  };
}

/** Time that passes only when told to. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      for (let step = 0; step < ms; step++) {
        now++;
        const due = timers.filter((timer) => timer.at <= now);
        timers = timers.filter((timer) => timer.at > now);
        for (const { callback } of due) callback();
      }
    },
  };
}

const id = (name: string): Uint8Array => bytes('\x1d(H\x06\x0000', name);
const printed = (name: string): number[] => [0x37, 0x22, ...Buffer.from(name), 0x00];

describe('confirmation', () => {
  it('answers a process ID only when its line is on paper', () => {
    const { send, heard } = host();
    send(INIT, 'A043', id('0001'));
    expect(heard()).toEqual([]);
    send('\n');
    expect(heard()).toEqual(printed('0001'));
  });

  it('holds the ID back while the cover is open, and never sends that of cleared data', () => {
    const { printer, send, heard } = host();
    printer.openCover();
    send(INIT, 'A043\n', id('0001'), CLEAR, 'A044\n', id('0002'), CUT);
    expect(heard()).toEqual(CLEARED);
    printer.closeCover();
    expect(heard()).toEqual(printed('0002'));
    expect(printer.tickets.map((ticket) => ticket.text)).toEqual(['A044']);
  });

  it('is silent on a clone without it, and on a mute printer about everything', () => {
    const clone = host({ model: CLONE });
    clone.send(INIT, '\x1da\xff', id('0001'), CLEAR, PAPER_STATUS, '\x1dr1');
    expect(clone.heard()).toEqual([0x12, 0x00]);
    const mute = host({ model: MUTE });
    mute.send(INIT, '\x1da\xff', id('0001'), CLEAR, PAPER_STATUS, '\x1dr1\x1dI\x41');
    expect(mute.heard()).toEqual([]);
  });
});

describe('paper that ends', () => {
  it('tears the ticket at that row, says so, and keeps the rest in the buffer', () => {
    const { printer, send, heard } = host();
    send('\x1da\xff');
    heard();
    printer.outOfPaperAt(70);
    send(INIT, 'one\ntwo\nthree\nfour\n', id('0001'), CUT);
    expect(heard()).toEqual([0x18, 0, 0x0f, 0]);
    expect(printer.slips).toMatchObject([{ cut: 'torn', text: 'one\ntwo\nthree', heightDots: 70 }]);
    expect(printer.tickets).toEqual([]);
    send(PAPER_STATUS);
    expect(heard()).toEqual([0x7e]);
    printer.loadPaper();
    expect(printer.lastTicket()?.text).toBe('four');
    expect(heard()).toEqual([0x10, 0, 0, 0, ...printed('0001')]);
  });

  it('forgets the rest when the host clears the buffer first', () => {
    const { printer, send } = host();
    printer.outOfPaperAt(70);
    send(INIT, 'one\ntwo\nthree\nfour\n', CUT);
    send(CLEAR);
    printer.loadPaper();
    send(INIT, 'again\n', CUT);
    expect(printer.tickets.map((ticket) => ticket.text)).toEqual(['again']);
  });

  it('can end inside a picture', () => {
    const { printer, send } = host();
    printer.outOfPaperAt(40);
    send(INIT, raster(1, 100, Array<number>(100).fill(255)));
    expect(printer.slips).toMatchObject([{ cut: 'torn', heightDots: 40 }]);
    expect(printer.slips[0]?.bitmap().height).toBe(40);
  });

  it('does not fill the buffer with questions about it', () => {
    const { printer, send, heard } = host({ receiveBuffer: 45 });
    printer.outOfPaper();
    for (let count = 0; count < 100; count++) send(PAPER_STATUS);
    expect(heard()).toHaveLength(100);
    expect(printer.bytesHeld).toBe(0);
  });
});

describe('a full buffer', () => {
  it('stalls the host, answers what arrived, and goes on when the cover closes', () => {
    const { printer, send, heard, stalled } = host({ receiveBuffer: 45 });
    printer.openCover();
    send('x'.repeat(44));
    expect(stalled()).toBe(false);
    send('x\n', CUT, PAPER_STATUS);
    expect(stalled()).toBe(true);
    expect(printer.bytesHeld).toBe(45);
    expect(heard()).toEqual([]);
    printer.closeCover();
    expect(stalled()).toBe(false);
    expect(heard()).toEqual([0x12]);
    expect(printer.lastTicket()?.text).toBe('x'.repeat(45));
  });
});

describe('real-time commands', () => {
  it('are obeyed inside the dots of a picture, and stay part of it', () => {
    const { printer, send, heard } = host();
    send(INIT, raster(3, 1, [0x10, 0x04, 0x04]));
    expect(heard()).toEqual([0x12]);
    send(CUT);
    expect([...(printer.lastTicket()?.images[0]?.bits.data ?? [])]).toEqual([0x10, 0x04, 0x04]);
  });

  it('clear the buffers even from inside a picture', () => {
    const { printer, send, heard } = host();
    send(INIT, bytes([0x1d, 0x76, 0x30, 0, 20, 0, 20, 0], [1, 2, 3], CLEAR));
    expect(heard()).toEqual(CLEARED);
    send('A043\n', CUT);
    expect(printer.lastTicket()?.text).toBe('A043');
  });

  it('are found one byte at a time', () => {
    const { send, heard } = host();
    for (const byte of [0x10, 0x04, 0x01]) send([byte]);
    expect(heard()).toEqual([0x12]);
  });

  it.each([
    ['a lone DLE', [0x10]],
    ['an unknown request', [0x10, 0x04]],
    ['the beginning of a clear', [0x10, 0x14, 0x08, 0x01, 0x03]],
  ])('are found behind %s', (_what, before) => {
    const { send, heard } = host();
    send(INIT, raster(1, 8, [...before, 0x10, 0x04, 0x01, 0, 0, 0, 0, 0]));
    expect(heard()).toEqual([0x12]);
  });
});

describe('the knife', () => {
  it('stays in error until its cause is gone and the host recovers it', () => {
    const { printer, send, heard } = host();
    send('\x1da\xff');
    printer.jamCutter();
    heard();
    send(INIT, 'A043\n', CUT);
    expect(heard()).toEqual([0x18, 0x08, 0, 0]);
    send('\x10\x05\x02');
    expect(heard()).toEqual([]);
    printer.clearJam();
    send('\x10\x05\x02');
    expect(heard()).toEqual([0x10, 0, 0, 0]);
    expect(printer.tickets).toEqual([]);
    send(CUT);
    expect(printer.lastTicket()?.text).toBe('A043');
  });
});

describe('the power', () => {
  it('takes buffers and settings with it', async () => {
    const { printer, send, heard, dead } = host();
    send('\x1da\xff');
    heard();
    printer.openCover();
    send(INIT, '\x1bt\x11lost\n');
    printer.powerOff();
    expect(dead()).toBe(true);
    send('nobody hears this\n', PAPER_STATUS);
    printer.closeCover();
    await printer.powerOn();
    send('\x82\n', CUT);
    expect(printer.tickets.map((ticket) => ticket.text)).toEqual(['é']);
  });

  it('fails in the middle of a ticket', () => {
    const { printer, send, heard } = host();
    printer.powerOffAt(40);
    send(INIT, 'one\ntwo\nthree\n', id('0001'), CUT);
    expect(printer.powered).toBe(false);
    expect(printer.slips).toMatchObject([{ cut: 'torn', text: 'one\ntwo', heightDots: 40 }]);
    expect(heard()).toEqual([]);
  });
});

describe('the line', () => {
  it('carries a byte in ten bits of its speed', () => {
    const clock = handClock();
    const { printer, send, stalled } = host({ baud: 9600, clock });
    send(INIT, 'x'.repeat(40), '\n', CUT);
    expect(stalled()).toBe(true);
    clock.pass(40);
    expect(printer.tickets).toHaveLength(0);
    clock.pass(10);
    expect(printer.lastTicket()?.text).toBe('x'.repeat(40));
    expect(stalled()).toBe(false);
  });

  it('delays and loses replies, and makes noise', () => {
    const clock = handClock();
    const { printer, send, heard } = host({ clock });
    printer.delayReplies(20);
    send(PAPER_STATUS);
    clock.pass(19);
    expect(heard()).toEqual([]);
    clock.pass(1);
    expect(heard()).toEqual([0x12]);
    printer.delayReplies(0);
    printer.loseReplies(1);
    send(PAPER_STATUS, '\x10\x04\x01');
    expect(heard()).toEqual([0x12]);
    printer.sendGarbage(Uint8Array.of(0xff, 0x00));
    expect(heard()).toEqual([0xff, 0x00]);
  });
});

describe('watching', () => {
  it('marks when a ticket began and gives tickets one after another', async () => {
    const { printer, send } = host();
    const beginnings: number[] = [];
    printer.onFirstByte((atMs) => beginnings.push(atMs));
    send('\x1da\xff', PAPER_STATUS);
    expect(beginnings).toEqual([]);
    send(INIT, 'A043\n', CUT, id('0001'), INIT, 'A044\n', CUT);
    expect(beginnings).toHaveLength(2);
    const first = await printer.nextTicket();
    expect(first.text).toBe('A043');
    expect(first.firstByteAtMs).toBe(beginnings[0]);
    expect((await printer.nextTicket()).text).toBe('A044');
    await expect(printer.nextTicket(1)).rejects.toThrow('no ticket within 1 ms');
  });

  it('tells faults before and after the cut, and blank paper from tickets', () => {
    const { printer, send } = host();
    send(INIT, '\x1bz');
    expect(printer.faults()).toMatchObject([{ kind: 'unknown-command' }]);
    send(CUT, CUT);
    expect(printer.faults()).toHaveLength(1);
    expect(printer.slips).toHaveLength(2);
    expect(printer.tickets).toHaveLength(0);
  });
});
