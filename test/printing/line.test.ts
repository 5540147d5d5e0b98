/** State machine of the printer connection, event by event, without a printer. */
import { describe, expect, it } from 'vitest';
import type { JobEnd, JobOrder, LineEvent, LineModel, LineOptions } from '../../main/printing/connection/model.ts';
import { reduce, startLine } from '../../main/printing/connection/reduce.ts';
import { nextDue } from '../../main/printing/connection/run-line.ts';
import type { Confirmation } from '../../main/printing/contract/printing.ts';
import { idSigns, type PrinterMessage } from '../../main/printing/escpos/status-parser.ts';
import { NO_MEMORY, type PrinterMemory } from '../../main/printing/printer-memory.ts';

const OPTIONS: LineOptions = {
  name: 'line',
  address: 'line',
  twoWay: true,
  confirm: 'auto',
  asksProcessId: true,
  bytesPerSecond: null,
  obeysXoff: false,
  isNetwork: false,
  isFile: false,
  presenter: null,
  torn: Uint8Array.of(0x1b, 0x40, 0x1d, 0x56, 66, 0),
};
const FINE = 0x12;
/** GS ( H before the four characters of its id. */
const ASKS_ID = String.fromCharCode(0x1d, 0x28, 0x48, 6, 0, 0x30, 0x30);

const ASKS_STATUS = '\x10\x04';
const ASKS_TRANSMITTED = '\x1dr';

const questionsIn = (written: string): number =>
  [ASKS_ID, ASKS_STATUS, ASKS_TRANSMITTED].reduce((sum, sign) => sum + written.split(sign).length - 1, 0);

function order(way: Confirmation, sizes: readonly number[] = [200], timeoutMs = 20_000, mm = 0): JobOrder {
  const text = sizes.map((size) => new Uint8Array(size).fill(0x41));
  return { id: 1, sign: 'QQ', text, cut: Uint8Array.of(0x1d, 0x56, 66, 0), way, timeoutMs, asked: 0, mm };
}

/** More writes than a single event causes. */
const MANY = 200;

/** A connection with a manual clock. All writes are accepted at once. */
class Line {
  model: LineModel;
  now = 1000;
  written = '';
  readonly ends: JobEnd[] = [];
  drops = 0;
  /** No write is accepted. */
  isStuck = false;
  #rounds = 0;

  constructor(options: Partial<LineOptions> = {}, memory: Partial<PrinterMemory> = {}) {
    this.model = startLine({ ...OPTIONS, ...options }, this.now);
    // It was asked for its name, and did not respond.
    this.send({ kind: 'start', isSoiled: false, memory: { ...NO_MEMORY, isAsked: true, ...memory } });
    this.send({ kind: 'connected' });
  }

  send(event: LineEvent): this {
    const step = reduce(this.model, event, this.now);
    this.model = step.model;
    for (const effect of step.effects) {
      if (effect.kind === 'write') this.written += Buffer.from(effect.bytes).toString('latin1');
      if (effect.kind === 'ended') this.ends.push(effect.end);
      if (effect.kind === 'drop') this.drops++;
    }
    if (this.#rounds > MANY) throw new Error('it writes without end');
    this.#rounds++;
    while (!this.isStuck && this.model.writes > 0) this.send({ kind: 'written' });
    this.#rounds--;
    return this;
  }

  say(said: PrinterMessage): this {
    return this.send({ kind: 'said', said });
  }

  status(byte: number): this {
    return this.say({ kind: 'real-time', byte });
  }

  /** Advances time, and runs due actions. */
  pass(ms: number): this {
    const end = this.now + ms;
    for (let at = nextDue(this.model, this.now); at !== null && at <= end; at = nextDue(this.model, this.now)) {
      this.now = at;
      this.send({ kind: 'time' });
    }
    this.now = end;
    return this;
  }

  /** A printer that repeats process ids. */
  greeted(): this {
    return this.answerIds().status(FINE).pass(100);
  }

  /** Repeats the ids requested since the last call. */
  answerIds(): this {
    const ids = this.written
      .split(ASKS_ID)
      .slice(1)
      .map((rest) => rest.slice(0, 4));
    this.written = '';
    for (const id of ids) this.say({ kind: 'process-id', id });
    return this;
  }

  print(way: Confirmation, sizes: readonly number[] = [200], timeoutMs = 20_000, mm = 0): this {
    return this.send({ kind: 'print', order: order(way, sizes, timeoutMs, mm) });
  }

  get kind() {
    return this.model.status.kind;
  }
}

describe('a printer', () => {
  it('that repeats process ids is ready and prints', () => {
    const line = new Line().greeted();
    expect(line.kind).toBe('ready');
    expect(line.model.way).toBe('process-id');
    line.print('process-id').answerIds();
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });

  it('does not report missing paper after one unexpected byte', () => {
    const line = new Line().greeted().pass(900);
    line.status(0x72).pass(30);
    expect(line.kind).toBe('ready');
    line.status(FINE).pass(100);
    expect(line.kind).toBe('ready');
  });

  it('that reported an open cover twice is open', () => {
    const line = new Line({}, { confirms: 'status', answers: [2], deaf: [1, 3, 4] });
    line.status(0x16).pass(60).status(0x16).pass(60);
    expect(line.kind).toBe('cover-open');
  });

  it('that is switched off is unresponsive to all queries, not to one after the other', () => {
    const line = new Line({}, { confirms: 'no-fault', answers: [1] }).status(FINE).pass(2000);
    line.pass(30_000);
    expect(line.kind).toBe('silent');
    expect(line.model.memory.deaf).toEqual([]);
  });

  it.each(['process-id', 'status'] as const)(
    'that once confirmed tickets by %s must do so again, if it now reports only its state',
    (way) => {
      const line = new Line({}, { confirms: way, answers: [1, 2, 3, 4] });
      const live = (ms: number): void => {
        for (let at = 0; at < ms; at += 10) {
          const isAsked = line.written.includes(ASKS_STATUS);
          line.written = '';
          if (isAsked) line.status(FINE);
          line.pass(10);
        }
      };
      live(3000);
      expect(line.model.way).toBe(way);
      line.print(way, [200], 5000);
      live(10_000);
      expect(line.ends).toMatchObject([{ kind: 'doubtful', fault: { reason: 'unconfirmed' } }]);
    },
  );

  it('that never responded is without status, and one that did before is unresponsive', () => {
    expect(new Line().pass(5000).kind).toBe('mute');
    expect(new Line({}, { confirms: 'status' }).pass(5000).kind).toBe('silent');
  });

  it('is queried at most twice a second while idle, with any responses', () => {
    const line = new Line().greeted();
    line.written = '';
    for (let ms = 0; ms < 10_000; ms += 5) line.say({ kind: 'other' }).pass(5);
    expect(line.written.split('\x10\x04').length - 1).toBeLessThanOrEqual(20);
  });
});

describe('a printer with few confirmations', () => {
  it('is unresponsive when it stops responding, also after a single response', () => {
    const line = new Line().status(FINE).pass(200);
    expect(line.model.memory.confirms).toBeNull();
    expect(line.pass(30_000).kind).toBe('silent');
  });

  it('is queried a second time before it counts as ready, so that it is recognised after a restart', () => {
    const line = new Line();
    line.status(FINE).pass(40);
    expect(line.kind).toBe('connecting');
    line.status(FINE).pass(5000);
    expect(line.kind).toBe('ready');
    expect(line.model.memory.confirms).toBe('no-fault');
  });

  it('is asked for its model before its first ticket, which has its paper width', () => {
    const line = new Line({}, { isAsked: false });
    line.answerIds().status(FINE).pass(40).status(FINE).pass(40);
    expect(line.written).toContain('\x1dIB');
    expect(line.kind).toBe('connecting');
    line.say({ kind: 'identity', text: 'EPSON' }).pass(40);
    expect(line.written).toContain('\x1dIC');
    line.say({ kind: 'identity', text: 'TM-T88V' }).pass(40);
    expect(line.kind).toBe('ready');
    expect(line.model.memory).toMatchObject({ maker: 'EPSON', model: 'TM-T88V' });
  });

  it('is ready soon if it does not report its model', () => {
    const line = new Line({}, { isAsked: false });
    line.answerIds().status(FINE).pass(40).status(FINE).pass(40);
    expect(line.kind).toBe('connecting');
    expect(line.pass(700).kind).toBe('ready');
  });

  it('is not treated as without status because of a late first response', () => {
    const line = new Line().pass(3000);
    expect(line.kind).toBe('connecting');
    line.answerIds().status(FINE).pass(100);
    expect(line.kind).toBe('ready');
    expect(line.model.way).toBe('process-id');
  });

  it('prints no ticket without confirmation after it responds within a ticket', () => {
    const line = new Line({ bytesPerSecond: 960 }).pass(5000).print('none', [960, 960]);
    line.pass(500).status(FINE).pass(2000);
    expect(line.ends).toEqual([]);
    for (let ms = 0; ms < 8000; ms += 10) {
      if (line.written.includes(ASKS_STATUS)) line.status(FINE);
      line.written = '';
      line.pass(10);
    }
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'no-fault' }]);
  });
});

describe('a torn ticket', () => {
  /** Two pieces and the cut, each with a separate process id. */
  const sent = (): Line => new Line().greeted().print('process-id', [500, 500]);
  const id = (number: number): PrinterMessage => ({ kind: 'process-id', id: `QQ${idSigns(number)}` });

  it('is not confirmed by the ids of its later pieces', () => {
    const line = sent().say(id(1)).say(id(2)).pass(500);
    expect(line.ends).toEqual([]);
    line.say({ kind: 'cleared' });
    // An id may have been lost without the text.
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
  });

  it('cannot be complete before its end was sent', () => {
    const line = new Line().greeted().print('process-id', [500, 500, 500, 500]);
    line.say(id(1)).say({ kind: 'cleared' });
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: false }]);
    expect(line.model.isDoubted).toBe(false);
  });

  it('is detected by an additional id if all others were lost', () => {
    const line = sent();
    line.written = '';
    line.pass(3000);
    expect(line.written).toContain(ASKS_ID);
    line.answerIds();
    expect(line.model.phase.name).toBe('clearing');
    line.say({ kind: 'cleared' });
    expect(line.ends).toMatchObject([{ kind: 'not-printed' }]);
  });

  it('is cut off and printed again by a printer that cannot confirm clearing', () => {
    const line = sent().say(id(1)).pass(100).answerIds().pass(3000);
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
    expect(line.drops).toBe(0);
  });

  it('is not assumed if each id arrives in order, twice', () => {
    const line = sent();
    for (const number of [0, 0, 1, 1]) line.say(id(number));
    line.say(id(2));
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });

  it.each(['process-id', 'status', 'no-fault'] as const)(
    'is not assumed after a printer reports a restart: %s',
    (way) => {
      const line = new Line().greeted().print(way, [500, 500]).say({ kind: 'started' });
      expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: way !== 'process-id' }]);
    },
  );

  it('is not assumed after a confirmed text: the cut is queried again', () => {
    const line = sent().say(id(0)).say(id(1));
    line.written = '';
    line.say({ kind: 'started' });
    expect(line.written).toContain('\x1dVB');
    line.answerIds();
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });
});

describe('a torn ticket on a printer that answers GS r', () => {
  it('is detected by the missing response after its text', () => {
    const line = new Line({ asksProcessId: false }, transmits).status(FINE).pass(100);
    line.say(transmitted).pass(100).say(transmitted).pass(100).print('status');
    expect(line.model.phase).toMatchObject({ job: { asked: { what: 'text', got: 0, need: 1 } } });
    // It lost the first query with the text, and responds to the second one.
    line.pass(4000).say(transmitted).pass(100);
    expect(line.ends).toEqual([]);
    line.pass(4000);
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
  });

  it('is doubtful if the text was confirmed and the printer reports a restart', () => {
    const line = new Line({ asksProcessId: false }, transmits).status(FINE).pass(100);
    line.say(transmitted).pass(100).say(transmitted).pass(100).print('status').say(transmitted).pass(100);
    expect(line.model.phase).toMatchObject({ job: { isTextDone: true, isCutDone: false } });
    line.say({ kind: 'started' });
    expect(line.ends).toMatchObject([{ kind: 'doubtful' }]);
  });

  it('is not assumed if both responses arrive late', () => {
    const line = new Line({ asksProcessId: false }, transmits).status(FINE).pass(100);
    line.say(transmitted).pass(100).say(transmitted).pass(100).print('status').pass(4500);
    line.say(transmitted).pass(500).say(transmitted).pass(100).say(transmitted).say(transmitted).pass(100);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });
});

describe('a byte like a response to GS r', () => {
  /** A printer of that type, completely initialised. */
  const greeted = (): Line =>
    new Line({ asksProcessId: false }, transmits)
      .status(FINE)
      .pass(100)
      .say(transmitted)
      .pass(100)
      .say(transmitted)
      .pass(100);

  it('without a query is noise, and confirms nothing', () => {
    const line = new Line({ asksProcessId: false }).status(FINE).pass(40).status(FINE).pass(100);
    line.say(transmitted).say(transmitted).pass(10);
    expect(line.model.memory.confirms).toBe('no-fault');
    const other = new Line().greeted().print('process-id').say(transmitted);
    expect(other.model.phase).toMatchObject({ job: { isNoisy: true } });
  });

  it('waits for the response to a pending status query', () => {
    const line = greeted().print('status').pass(1000);
    expect(line.model.talk.open).toMatchObject({ kind: 'status', firstAt: null });
    line.say(transmitted).pass(1);
    expect(line.model.phase).toMatchObject({ job: { isTextDone: false } });
    line.status(FINE).pass(50);
    expect(line.model.phase).toMatchObject({ job: { isTextDone: true } });
  });
});

describe('a ticket that is printed twice', () => {
  it('needs at most 30 queries in all', () => {
    const line = new Line().greeted();
    const text = Array.from({ length: 40 }, () => new Uint8Array(1000).fill(0x41));
    line.send({ kind: 'print', order: { ...order('process-id'), text, asked: 20 } });
    let asked = 20;
    for (let turn = 0; turn < 400 && line.ends.length === 0; turn++) {
      asked += questionsIn(line.written);
      line.answerIds().pass(40);
    }
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
    expect(asked).toBeLessThanOrEqual(30);
  });
});

const transmits: Partial<PrinterMemory> = { confirms: 'status', answers: [1, 2, 3, 4], isAsked: true };
const transmitted: PrinterMessage = { kind: 'transmitted', byte: 0 };

describe('a printer that answers GS r and tells its name', () => {
  const memory: Partial<PrinterMemory> = { ...transmits, maker: 'MAKER', model: 'P-1' };
  const ASKS_MODEL = '\x1dIC';
  const ASKS_MAKER = '\x1dIB';
  const NAMES: Readonly<Record<string, string>> = { B: 'MAKER', C: 'P-1' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: queries contain them.
  const QUESTION = /\x10\x04(?<status>.)|\x1d(?<transmit>r).|\x1dI(?<name>.)/gs;

  /** Advances time with a printer that responds to its queries, until `stopAt` is sent. */
  function live(line: Line, ms: number, names = NAMES, stopAt = 'never'): Line {
    for (let at = 0; at < ms; at += 10) {
      const { written } = line;
      if (written.includes(stopAt)) return line;
      line.written = '';
      for (const { groups } of written.matchAll(QUESTION)) {
        const name = names[groups?.name ?? ''];
        if (groups?.status !== undefined) line.status(FINE);
        else if (groups?.transmit !== undefined) line.say(transmitted);
        else if (name !== undefined) line.say({ kind: 'identity', text: name });
      }
      line.pass(10);
    }
    return line;
  }

  const line = (names = NAMES): Line => live(new Line({ asksProcessId: false }, memory), 8000, names);
  const told: PrinterMessage = { kind: 'identity', text: 'P-1' };
  const maker: PrinterMessage = { kind: 'identity', text: 'MAKER' };
  const textIsDone = { job: { isTextDone: true } };

  it('confirms a ticket by its name after the text and after the cut', () => {
    const sent = line().print('status');
    expect(sent.written).toContain(`${ASKS_TRANSMITTED}\x01${ASKS_MODEL}`);
    sent.say(transmitted).pass(100);
    expect(sent.model.phase).not.toMatchObject(textIsDone);
    sent.say(told).pass(100).say(transmitted).say(maker);
    expect(sent.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it.each([[1], [3]])('confirms no ticket by bytes like responses (%i) if it lost ticket and queries', (count) => {
    const sent = line().print('status').pass(300);
    sent.written = '';
    for (let byte = 0; byte < count; byte++) sent.say(transmitted).pass(1);
    // It is queried again, and responds.
    live(sent, 8000);
    expect(sent.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
  });

  it('confirms no ticket by another name, nor by its own without paper', () => {
    const sent = line().print('status').say(transmitted).say({ kind: 'identity', text: 'P-2' }).pass(100);
    expect(sent.model.phase).not.toMatchObject(textIsDone);
    const out = line().print('status').say({ kind: 'transmitted', byte: 0x0c }).say(told).pass(100);
    expect(out.model.phase).not.toMatchObject(textIsDone);
  });

  it('confirms no ticket by the name requested before it', () => {
    const sent = new Line({ asksProcessId: false }, memory);
    live(sent, 8000, NAMES, ASKS_MODEL);
    expect(sent.written).toContain(ASKS_MODEL);
    sent.print('status').pass(3000).say(transmitted).say(told).pass(100);
    expect(sent.model.phase).not.toMatchObject(textIsDone);
    sent.say(transmitted).say(maker).pass(100);
    expect(sent.model.phase).toMatchObject(textIsDone);
  });

  it('loses no ticket without its queries: they are sent together', () => {
    const sent = line();
    sent.written = '';
    sent.isStuck = true;
    sent.print('status');
    expect(sent.written).toBe(`${'A'.repeat(200)}${ASKS_TRANSMITTED}\x01${ASKS_MODEL}`);
    sent.isStuck = false;
    sent.send({ kind: 'written' }).say(transmitted).say(told);
    expect(sent.written).toContain(`\x1dVB\0${ASKS_TRANSMITTED}\x01${ASKS_MAKER}`);
  });

  it('needs to respond only to GS r if it no longer reports its name', () => {
    const sent = line({});
    sent.print('status');
    expect(sent.written).not.toContain(ASKS_MODEL);
    live(sent, 1000);
    expect(sent.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it('needs at most 30 queries', () => {
    const sent = line();
    let asked = 0;
    sent.print(
      'status',
      Array.from({ length: 40 }, () => 1000),
    );
    for (let turn = 0; turn < 400 && sent.ends.length === 0; turn++) {
      asked += [...sent.written.matchAll(QUESTION)].length;
      live(sent, 10);
    }
    expect(sent.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
    expect(asked).toBeLessThanOrEqual(30);
  });
});

describe('the cut of a printer that answers GS r', () => {
  const NAMES = { maker: 'MAKER', model: 'P-1' };
  const CUT = '\x1dVB\0';
  const GS_R = `${ASKS_TRANSMITTED}\x01`;
  const name = (text: string): PrinterMessage => ({ kind: 'identity', text });

  /** Initialised, with a sent ticket without any confirmation. */
  function sending(names: Partial<PrinterMemory>, sizes: readonly number[] = [200]): Line {
    const line = new Line({ asksProcessId: false }, { ...transmits, ...names });
    for (let waited = 0; line.model.phase.name !== 'idle' || waited < 3000; waited += 10) {
      const { written } = line;
      line.written = '';
      if (written.includes(ASKS_STATUS)) line.status(FINE);
      if (written.includes(GS_R)) line.say(transmitted);
      if (written.includes('\x1dIB')) line.say(name(names.maker ?? ''));
      if (written.includes('\x1dIC')) line.say(name(names.model ?? ''));
      line.pass(10);
    }
    line.written = '';
    return line.print('status', sizes);
  }

  /** Advances time with a printer that responds only to status queries. */
  function attend(line: Line, ms: number): void {
    let seen = line.written.length;
    for (let waited = 0; waited < ms; waited += 10) {
      const isAsked = line.written.slice(seen).includes(ASKS_STATUS);
      seen = line.written.length;
      if (isAsked) line.status(FINE);
      line.pass(10);
    }
  }

  it.each([
    ['its maker and model', NAMES, [name('P-1')], `${GS_R}\x1dIB`],
    ['one name', { model: 'P-1' }, [name('P-1')], `${GS_R}\x1dIC${GS_R}\x1dIC`],
    ['the same name twice', { maker: 'P-1', model: 'P-1' }, [name('P-1')], `${GS_R}\x1dIC${GS_R}\x1dIC`],
    ['no name', {}, [], `${GS_R}${GS_R}`],
  ])('waits for nothing after the confirmed text, when it reports %s', (_, names, said, asked) => {
    const line = sending(names).say(transmitted);
    line.written = line.written.slice(line.written.indexOf(GS_R) + GS_R.length);
    for (const each of said) line.say(each);
    expect(line.written.slice(line.written.indexOf(CUT))).toBe(CUT + asked);
  });

  it.each([
    ['its maker and model', NAMES, [name('P-1')], [name('MAKER')]],
    ['one name', { model: 'P-1' }, [name('P-1')], [name('P-1')]],
    ['no name', {}, [], []],
  ])('is not confirmed by repeated confirmations of the text, when it reports %s', (_, names, said, ofCut) => {
    const line = sending(names);
    for (let time = 0; time < 2; time++) for (const each of [transmitted, ...said]) line.say(each);
    expect(line.written).toContain(CUT);
    line.pass(500);
    expect(line.ends).toEqual([]);
    const heardTwice = line.model;
    for (const each of [transmitted, ...ofCut]) line.say(each);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
    // Or the cut was lost with everything after it: no later query can confirm it.
    line.ends.length = 0;
    line.model = heardTwice;
    line.written = '';
    attend(line, 3000);
    expect(line.written).not.toContain(GS_R);
    attend(line, 1000);
    expect(line.written).toContain(GS_R);
    for (const each of [transmitted, ...ofCut]) line.say(each);
    attend(line, 3000);
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
  });

  it('is confirmed by both responses, although a status query is pending', () => {
    const line = sending({}).say(transmitted).pass(800);
    expect(line.model.talk.open).toMatchObject({ kind: 'status' });
    line.say(transmitted).say(transmitted).pass(10).status(FINE).pass(100);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it('of a printer that repeats every response is not confirmed later', () => {
    const line = sending(NAMES);
    for (const each of [transmitted, transmitted, name('P-1')]) line.say(each);
    expect(line.written).toContain(CUT);
    for (const each of [name('P-1'), transmitted, transmitted, name('MAKER'), name('MAKER')]) line.say(each);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it('is in time because the connection is never idle: progress is queried before the last piece that fits', () => {
    const line = sending(
      NAMES,
      Array.from({ length: 9 }, () => 200),
    );
    const pieces = (): number => line.written.split('A').length - 1;
    expect(pieces()).toBe(3 * 200);
    // The query was sent after the second piece.
    expect(line.written.indexOf(ASKS_STATUS)).toBe(2 * 200);
    line.status(FINE).pass(30);
    expect(pieces()).toBe(5 * 200);
    expect(line.written.lastIndexOf(ASKS_STATUS)).toBeGreaterThan(4 * 200);
    expect(line.written.lastIndexOf(ASKS_STATUS)).toBeLessThan(5 * 200);
  });

  it('waits for no query within a ticket of a few pieces', () => {
    const line = sending(NAMES, [200, 200]);
    expect(line.written).toBe(`${'A'.repeat(400)}${GS_R}\x1dIC`);
  });
});

describe('a late response', () => {
  it('of an earlier connection confirms no ticket', () => {
    const line = new Line({ asksProcessId: false }, transmits).status(FINE).pass(100);
    expect(line.model.talk.due).toHaveLength(1);
    line.send({ kind: 'lost', detail: 'gone' }).pass(300).send({ kind: 'connected' });
    line.status(FINE).print('status').pass(1500);
    expect(line.written.split(ASKS_TRANSMITTED).length - 1).toBe(2);
    // The stale one, then those to the query after the text and to both after the cut.
    line.say(transmitted).pass(100);
    expect(line.model.phase).toMatchObject({ job: { isTextDone: false } });
    line.say(transmitted).pass(100).say(transmitted).say(transmitted).pass(100);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it('over a network belongs to its connection', () => {
    const line = new Line({ asksProcessId: false, isNetwork: true }, transmits).status(FINE).pass(100);
    line.send({ kind: 'lost', detail: 'gone' }).pass(300).send({ kind: 'connected' });
    expect(line.model.talk.due).toEqual([]);
  });

  it('is waited for longer than a few seconds', () => {
    const line = new Line({ asksProcessId: false }, transmits).status(FINE).pass(100);
    line.pass(6000);
    expect(line.model.talk.due).not.toEqual([]);
    line.pass(10_000);
    expect(line.model.talk.due).toEqual([]);
  });

  it('to a query before the last check proves nothing', () => {
    const line = new Line({}, { confirms: 'no-fault', answers: [1], deaf: [2, 3, 4] }).status(FINE).pass(100);
    line.pass(2000).status(FINE).pass(400).print('no-fault');
    // Queried within the ticket, with a response after the time of the paper.
    line.pass(1400);
    expect(line.model.talk.open).not.toBeNull();
    line.pass(200).status(FINE).pass(30);
    expect(line.ends).toEqual([]);
  });
});

describe('a ticket', () => {
  it('on a serial printer without status is not done before its bytes can have been sent', () => {
    const line = new Line({ bytesPerSecond: 960 }).pass(4900).print('none', [960, 960]);
    // 1,924 bytes take 2,004 ms and a bit.
    line.pass(2003);
    expect(line.ends).toEqual([]);
    line.pass(100);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'none' }]);
  });

  it('with printed text is not printed again when the paper ends after it', () => {
    const line = new Line().greeted().print('process-id');
    // The number before the cut, and no other.
    line.say({ kind: 'process-id', id: 'QQ11' });
    line.say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] }).say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] });
    expect(line.model.phase.name).toBe('lingering');
    line.pass(25_000);
    expect(line.ends).toMatchObject([{ kind: 'doubtful', fault: { reason: 'no-paper' } }]);
  });

  it('on a broken connection is no sign of a missing printer, until it is unreachable', () => {
    const line = new Line().greeted().send({ kind: 'lost', detail: 'gone' });
    expect(line.kind).toBe('connecting');
    line.pass(300);
    expect(line.kind).toBe('connecting');
    expect(line.send({ kind: 'refused', detail: 'nobody there' }).kind).toBe('absent');
  });

  it('at an address that disconnects at once reports a missing printer, with growing retry delays', () => {
    const line = new Line();
    const kinds: string[] = [];
    let dials = 0;
    const until = line.now + 75_000;
    while (line.now < until) {
      line.send({ kind: 'lost', detail: 'it hung up' });
      kinds.push(line.kind);
      while (line.model.phase.name === 'away') line.pass(50);
      kinds.push(line.kind);
      dials += 1;
      line.send({ kind: 'connected' });
      kinds.push(line.kind);
    }
    expect(dials).toBeLessThan(25);
    expect(new Set(kinds)).toEqual(new Set(['absent']));
  });

  it('is printed at once when such an address has a printer again: with the first received byte, or after ten seconds', () => {
    const broken = (): Line => {
      const line = new Line({ twoWay: true });
      for (let times = 0; times < 3; times += 1) {
        line.send({ kind: 'lost', detail: 'it hung up' });
        while (line.model.phase.name === 'away') line.pass(50);
        line.send({ kind: 'connected' });
      }
      expect(line.kind).toBe('absent');
      return line;
    };
    expect(broken().status(FINE).pass(1_000).kind).not.toBe('absent');
    expect(broken().pass(10_100).kind).not.toBe('absent');
  });

  it('that was cleared before its end is printed again, without the copy mark', () => {
    const line = new Line().greeted().print('process-id', [500, 500]);
    line.say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] }).say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] });
    line.say({ kind: 'cleared' });
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: false }]);
  });

  it('has the copy mark if a response may have been lost in noise', () => {
    const line = new Line().greeted().print('process-id').say({ kind: 'other' });
    line.say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] }).say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] });
    line.say({ kind: 'cleared' });
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true }]);
  });

  it('is held up by XOFF only where that was asked for, and not for ever', () => {
    const line = new Line({ obeysXoff: true }).greeted().say({ kind: 'hold' }).print('process-id').answerIds();
    expect(line.ends).toEqual([]);
    line.pass(6000).answerIds();
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
    const other = new Line().greeted().say({ kind: 'hold' }).print('process-id').answerIds();
    expect(other.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });

  it('is not confirmed by the id of another', () => {
    const line = new Line().greeted().print('process-id', [200], 3000).say({ kind: 'process-id', id: 'QQ1q' });
    line.pass(10_000);
    expect(line.ends).toMatchObject([{ kind: 'doubtful', fault: { reason: 'unconfirmed' } }]);
    expect(line.kind).not.toBe('ready');
  });

  it.each([
    ['process-id', 12],
    ['process-id', 40],
    ['status', 12],
    ['status', 40],
  ] as const)('confirmed by %s in %i pieces costs at most 30 questions', (way, pieces) => {
    const line = new Line().greeted();
    line.print(
      way,
      Array.from({ length: pieces }, () => 1000),
    );
    let asked = 0;
    for (let turn = 0; turn < 400 && line.ends.length === 0; turn++) {
      const { written } = line;
      asked += questionsIn(written);
      line.answerIds();
      if (written.includes(ASKS_STATUS)) line.status(FINE);
      for (const _ of written.split(ASKS_TRANSMITTED).slice(1)) line.say({ kind: 'transmitted', byte: 0 });
      line.pass(40);
    }
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: way }]);
    expect(asked).toBeLessThanOrEqual(30);
  });

  it('with a flapping paper sensor needs 30 queries at first, and then one a second', () => {
    const line = new Line().greeted().print('process-id', [500, 500]);
    let asked = 0;
    for (let ms = 0; ms < 19_000; ms += 50) {
      const said = questionsIn(line.written);
      asked += said;
      line.written = '';
      if (said > 0) line.status(FINE);
      line.say({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] }).pass(30);
      line.say({ kind: 'automatic', bytes: [0x10, 0, 0, 0] }).pass(20);
    }
    expect(asked).toBeGreaterThan(30);
    expect(asked).toBeLessThanOrEqual(30 + 19 + 1);
  });

  it('that is never confirmed needs 30 queries at first, and then one a second', () => {
    const line = new Line().greeted().print('process-id', [500, 500]);
    let asked = 0;
    for (let ms = 0; ms < 19_000; ms += 10) {
      asked += questionsIn(line.written);
      line.written = '';
      // Alternately without and with paper.
      line.status(ms % 20 === 0 ? 0x72 : 0x12).pass(10);
    }
    expect(asked).toBeLessThanOrEqual(30 + 19 + 1);
  });

  it('is confirmed by status although the printer responds only to some queries', () => {
    const line = new Line();
    const answer = (): void => {
      // DLE EOT 1 and 4, and no other.
      const asked = line.written.split('\x10\x04').slice(1);
      line.written = '';
      for (const rest of asked) if (rest[0] === '\x01' || rest[0] === '\x04') line.status(FINE);
    };
    const live = (ms: number): void => {
      for (let at = 0; at < ms; at += 10) {
        line.pass(10);
        answer();
      }
    };
    live(2000);
    line.print('no-fault');
    live(8000);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'no-fault' }]);
  });

  it('is never without confirmation on a printer with meaningless responses', () => {
    const line = new Line({}, { hasFixedBits: false }).pass(5000);
    expect(line.model.way).toBe('no-fault');
  });

  it('is cut off from the rest of an earlier one in a printer that was unreachable', () => {
    const line = new Line({}, { confirms: 'status' });
    line.print('status', [200], 3000).pass(10_000);
    expect(line.ends).toMatchObject([{ kind: 'doubtful' }]);
    expect(line.model.isSoiled).toBe(true);
    line.pass(1000).send({ kind: 'connected' }).pass(3000);
    line.written = '';
    line.print('status');
    // DLE DC4 8, and a cut before the ticket's own bytes.
    expect(line.written.startsWith('\x10\x14\x08')).toBe(true);
    expect(line.written).toContain('\x1b@\x1dVB\x00A');
  });

  it('that was interrupted stays recorded on disk until the clearing commands were sent', () => {
    const line = new Line({}, { confirms: 'process-id' }).greeted();
    expect(line.model.memory.isSoiled).toBe(false);
    line.print('process-id').send({ kind: 'lost', detail: 'gone' });
    expect(line.model.memory.isSoiled).toBe(true);

    const next = new Line({}, line.model.memory);
    expect(next.model.phase.name).toBe('cleaning');
    next.isStuck = true;
    next.say({ kind: 'cleared' });
    expect(next.model.isSoiled).toBe(false);
    expect(next.model.memory.isSoiled).toBe(true);
    next.isStuck = false;
    next.send({ kind: 'written' });
    expect(next.model.memory.isSoiled).toBe(false);
  });

  it('is not confirmed by responses to the previous run of the program', () => {
    const memory = { confirms: 'status', answers: [1, 2, 3, 4], isSoiled: true } as const;
    const line = new Line({ bytesPerSecond: 1920 }, memory).status(FINE).pass(30).print('status');
    // Queries of the previous run after the text of its last ticket, and after its cut.
    line.pass(900).say({ kind: 'transmitted', byte: 0 }).pass(1100).say({ kind: 'transmitted', byte: 0 });
    expect(line.written).not.toContain(ASKS_TRANSMITTED);
    expect(line.ends).toEqual([]);
    line.written = '';
    for (const what of ['text', 'cut']) {
      for (let waited = 0; !line.written.includes(ASKS_TRANSMITTED) && waited < 5000; waited += 10)
        line.pass(10).status(FINE);
      expect(line.written, what).toContain(ASKS_TRANSMITTED);
      expect(line.ends, what).toEqual([]);
      const asked = line.written.split(ASKS_TRANSMITTED).slice(1);
      line.written = '';
      for (const _ of asked) line.say({ kind: 'transmitted', byte: 0 });
    }
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'status' }]);
  });

  it('is confirmed as usual after the responses to the previous run', () => {
    const line = new Line({}, { confirms: 'no-fault', answers: [1, 2, 3, 4], isSoiled: true });
    for (let waited = 0; line.model.way !== 'status' && waited < 8000; waited += 10) {
      const { written } = line;
      line.written = '';
      if (written.includes(ASKS_TRANSMITTED)) line.say({ kind: 'transmitted', byte: 0 });
      if (written.includes(ASKS_STATUS)) line.status(FINE);
      line.pass(10);
      if (waited < 1900) expect(line.written).not.toContain(ASKS_TRANSMITTED);
    }
    expect(line.model.way).toBe('status');
    expect(line.model.memory.confirms).toBe('status');
  });

  it('is sent to a printer during clearing', () => {
    const line = new Line({}, { confirms: 'process-id' }).greeted();
    line.print('process-id').send({ kind: 'lost', detail: 'gone' }).pass(300).send({ kind: 'connected' });
    expect(line.model.phase.name).toBe('cleaning');
    line.print('process-id').answerIds();
    expect(line.ends.at(-1)).toEqual({ kind: 'printed', confirmed: 'process-id' });
  });
});

describe('a ticket of 150 mm that is confirmed before it can be printed', () => {
  const LENGTH_MM = 150;
  const PAPER_MS = 500;
  const OUT_OF_PAPER: PrinterMessage = { kind: 'automatic', bytes: [0x18, 0x00, 0x0c, 0x00] };
  const early = (): Line =>
    new Line({}, { confirms: 'process-id', answers: [1, 2, 3, 4] })
      .greeted()
      .print('process-id', [200], 20_000, LENGTH_MM)
      .answerIds();

  it('is reported as printed only then, after another paper query', () => {
    const line = early().pass(PAPER_MS - 1);
    expect(line.ends).toEqual([]);
    line.written = '';
    line.pass(1);
    expect(line.written).toContain('\x10\x04\x04');
    expect(line.ends).toEqual([]);
    line.status(FINE).pass(30);
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });

  it('is printed again as a copy if the paper ends in that time and the rest can be discarded', () => {
    const line = early().say(OUT_OF_PAPER).say(OUT_OF_PAPER).pass(100);
    expect(line.ends).toEqual([]);
    line.say({ kind: 'cleared' });
    expect(line.ends).toMatchObject([{ kind: 'not-printed', mayBeWhole: true, fault: { reason: 'no-paper' } }]);
  });

  it('is doubtful if the printer does not confirm discarding the rest, with any later confirmations', () => {
    const line = early().say(OUT_OF_PAPER).say(OUT_OF_PAPER).pass(100).answerIds().pass(2000);
    expect(line.ends).toMatchObject([{ kind: 'doubtful', fault: { reason: 'no-paper', doubtful: true } }]);
    expect(line.drops).toBe(1);
  });

  it('is doubtful if the last query reports missing paper', () => {
    const line = early().pass(PAPER_MS).status(0x7e).pass(60).status(0x7e).pass(3000);
    expect(line.ends).toMatchObject([{ kind: 'doubtful', fault: { reason: 'no-paper' } }]);
  });

  it('is reported as printed by time if the connection breaks meanwhile', () => {
    const line = early();
    line.send({ kind: 'lost', detail: 'gone' });
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id', outAt: expect.any(Number) }]);
  });

  it('is not queried any more if it is confirmed later', () => {
    const line = new Line().greeted().print('process-id', [200], 20_000, LENGTH_MM).pass(PAPER_MS);
    line.answerIds();
    expect(line.ends).toEqual([{ kind: 'printed', confirmed: 'process-id' }]);
  });
});

describe('a connection with echoes', () => {
  it('reports an error to staff, and confirms no ticket', () => {
    const line = new Line({}, { confirms: 'status' }).send({ kind: 'echo' });
    expect(line.model.status).toMatchObject({ kind: 'fault', detail: expect.stringContaining('echo on the line') });
    line.print('status').pass(25_000);
    expect(line.ends.map(({ kind }) => kind)).toEqual(['not-printed']);
  });

  it('is usable 15 seconds after the last echo', () => {
    const line = new Line().send({ kind: 'echo' }).pass(14_999);
    expect(line.kind).toBe('fault');
    expect(line.pass(1).kind).not.toBe('fault');
  });
});
