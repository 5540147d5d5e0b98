/**
 * Everything that goes wrong with printers, with every kind of printer, over one line by turns, in the slow tests over each: real kiosks with real drivers
 * at one real server, over real sockets and pseudo terminals, each with a stand-in that fails. Each plays in a time of
 * its own, which stands while anything is on its way. `UPDATE_MATRIX=1` writes the table of docs/reference/printer-faults.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobEnd, LineEffect } from '../../main/printing/connection/model.ts';
import * as machine from '../../main/printing/connection/reduce.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { chosenOf } from '../helpers/whole.ts';
import { TRANSPORTS } from './cables.ts';
import { FAULTS, type Fault, isMute, KINDS, type Reading, readingOf } from './faults.ts';
import {
  type Cell,
  COPY_MARK,
  LAST_LINE,
  type Played,
  play,
  printsOn,
  SITE_NAME,
  type Visit,
  wholeOf,
} from './play.ts';
import { replay, type Trace } from './trace.ts';

const traces = vi.hoisted(() => ({
  playing: null as AsyncLocalStorage<Cell> | null,
  of: null as ((cell: Cell) => readonly Trace[]) | null,
}));
vi.mock('../../main/printing/connection/reduce.ts', async (original) => {
  const { traced } = await import('./trace.ts');
  const { wrapped, of } = traced<Cell>(await original(), () => traces.playing?.getStore());
  traces.of = of;
  return wrapped;
});

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = here('../../docs/reference/printer-faults.md');
/** They mostly wait. */
const AT_ONCE = 64;
const LIMIT_MS = 600_000;
const ALARMS = ['no-paper', 'cover-open', 'fault', 'absent', 'silent'];
/** Screens that do not say that nothing was printed. */
const DOUBTING = ['print-doubtful', 'print-unconfirmed'];

const nameOf = ({ transport, kind }: Cell): string => `${transport}, ${kind}`;
const everyCell: readonly Cell[] = FAULTS.flatMap((fault) =>
  TRANSPORTS.flatMap((transport) => KINDS.map((kind) => ({ fault, transport, kind }))),
);
/** Each fault with each kind of printer, and over each line with some kind. */
const isItsTurn = ({ fault, transport, kind }: Cell): boolean =>
  (FAULTS.indexOf(fault) + TRANSPORTS.indexOf(transport) + KINDS.indexOf(kind)) % TRANSPORTS.length === 0;
const cells: readonly Cell[] = chosenOf(everyCell, isItsTurn).filter(
  ({ fault, kind }) => readingOf(fault, kind) !== 'impossible',
);

async function matrixTown(): Promise<Town> {
  const logo = `data:image/png;base64,${await readFile(here('../../assets/demo/clinic.png'), 'base64')}`;
  const each = <T>(make: (index: number, location: string) => T): readonly T[] =>
    cells.map((_, index) => make(index, `hall-${index}`));
  return openTown({
    site: {
      settings: { default_lang: 'en', languages: ['en'] },
      locations: each((_, id) => ({ id, name: SITE_NAME, timezone: 'UTC', languages: ['en'], logo })),
      services: each((index, location) => ({
        ...{ id: `service-${index}`, name: `Service ${index}`, tag: 'A', location },
        footer_text: LAST_LINE,
      })),
      devices: each((index, location) => ({ id: `kiosk-${index}`, name: `Kiosk ${index}`, type: 1, location })),
    },
  });
}

type Result = Played | { readonly failure: string };
const results = new Map<Cell, Result>();
const queues = new Map<Cell, number>();
let town: Town | null = null;
const playing = new AsyncLocalStorage<Cell>();
traces.playing = playing;

beforeAll(async () => {
  const opened = await matrixTown();
  town = opened;
  const todo = [...cells.entries()];
  async function work(): Promise<void> {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      const [index, cell] = next;
      const played = await playing
        .run(cell, () => play(cell, opened.client, `kiosk-${index}`, `service-${index}`))
        .catch((error: unknown) => ({ failure: String(error) }));
      results.set(cell, played);
      queues.set(cell, (await opened.waiting(`service-${index}`)).length);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}, LIMIT_MS);

afterAll(() => town?.close());

function readRight(visit: Visit, reading: Reading, { papers }: Played): void {
  const isTaken = visit.read === 'take-ticket';
  if (reading === 'ticket') expect(visit.read).toBe('take-ticket');
  if (reading === 'number') expect(visit.read).not.toBe('take-ticket');
  if (isTaken && reading === 'ticket') expect(visit.wholeThen).toBeGreaterThan(0);
  // The screen said why there is no paper: then there is none.
  if (!isTaken && !DOUBTING.includes(visit.read)) expect(wholeOf(papers, visit.number)).toEqual([]);
  expect(visit.number).toMatch(/^A\d{3}$/);
}

function check(cell: Cell, played: Played): void {
  const { fault, kind } = cell;
  const [first, second] = played.visits;
  if (first === undefined || second === undefined) throw new Error('two visitors came');
  const reading = readingOf(fault, kind);
  const numbers = [first.number, second.number];
  expect(queues.get(cell)).toBe(2);
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) {
    const whole = wholeOf(played.papers, number);
    expect(whole.filter(({ isCopy }) => !isCopy).length).toBeLessThanOrEqual(1);
  }
  expect(played.papers.flatMap(printsOn).every(({ number }) => number === '' || numbers.includes(number))).toBe(true);
  readRight(first, reading, played);
  // Whoever came next got paper, whatever the screen could be sure of.
  expect(wholeOf(played.papers, second.number).length).toBeGreaterThan(0);
  if (!isMute(kind) && second.read === 'take-ticket') expect(second.wholeThen).toBeGreaterThan(0);
  // Two tickets in one piece only where nothing told that the first was torn.
  if (!isMute(kind) && (reading === 'ticket' || reading === 'number')) {
    for (const paper of played.papers) expect(printsOn(paper).length).toBeLessThanOrEqual(1);
  }
  expectStaff(fault, cell, played);
  if (first.read === 'take-ticket' && second.read === 'take-ticket' && fault.isSeenByLine !== true) {
    expect(played.hangUps).toBe(0);
  }
  expect(played.blankSlips).toBeLessThanOrEqual(1);
  expect(played.oddities).toEqual([]);
}

function expectStaff(fault: Fault, { kind }: Cell, { staffRead, visits, papers }: Played): void {
  const words = staffRead.map(({ printer }) => printer);
  const isVisible = !isMute(kind) || fault.isSeenByLine === true;
  if (!isVisible) expect(words).toContain(kind === 'unproved' ? 'unproved' : 'cannot-confirm');
  else if (fault.staff.length > 0) expect(words.filter((word) => fault.staff.includes(word))).not.toEqual([]);
  else expect(words.filter((word) => ALARMS.includes(word))).toEqual([]);
  const lasts = staffRead.map(({ last_print }) => last_print);
  // It went to the printer, and nothing more is known.
  const isSent = kind === 'unproved' && lasts.includes('sent');
  if (visits[0]?.read !== 'take-ticket' && !isSent)
    expect(lasts.some((last) => last === 'doubtful' || last === 'not-printed')).toBe(true);
  else if (wholeOf(papers, visits[0]?.number ?? '').some(({ isCopy }) => isCopy))
    expect(lasts).toContain('printed-copy');
  else expect(lasts).not.toContain('printed-copy');
}

describe.each(FAULTS.map((fault) => ({ fault, name: fault.name })))('a printer: $name', ({ fault }) => {
  it.each(cells.filter((cell) => cell.fault === fault).map((cell) => ({ cell, name: nameOf(cell) })))(
    '$name',
    ({ cell }) => {
      const played = results.get(cell);
      if (played === undefined || 'failure' in played) throw new Error(played?.failure ?? 'was not played');
      try {
        check(cell, played);
      } catch (error) {
        throw new Error(`${String(error)}\n${JSON.stringify(played.visits)}\n${played.log.join('\n')}`, {
          cause: error,
        });
      }
    },
  );
});

const isEnd = (effect: LineEffect): effect is Extract<LineEffect, { kind: 'ended' }> => effect.kind === 'ended';

describe('the machine of the line, without printer, sockets and time', () => {
  it.each(cells.map((cell) => ({ cell, name: `${nameOf(cell)}: ${cell.fault.name}` })))(
    'does the same once more: $name',
    ({ cell }) => {
      const lines = traces.of?.(cell) ?? [];
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const again = replay(machine, line);
        const other = again.heard.findIndex((step, index) => !isDeepStrictEqual(step, line.heard[index]));
        expect(again.heard[other]).toEqual(line.heard[other]);
        expect(again.last).toEqual(line.last);
      }
      const ends = lines.flatMap(({ heard }) => heard.flatMap(({ effects }) => effects.filter(isEnd)));
      const played = results.get(cell);
      const read = played !== undefined && 'visits' in played ? played.visits.map((visit) => visit.read) : [];
      // Whoever was told to take a ticket was told so because the machine said "printed", and for no other reason.
      const taken = read.filter((screen) => screen === 'take-ticket').length;
      const isTaken = ({ end }: { end: JobEnd }): boolean =>
        end.kind === 'printed' && (end.confirmed !== 'none' || cell.kind !== 'unproved');
      expect(ends.filter(isTaken)).toHaveLength(taken);
    },
  );
});

describe('the stand-in printers', () => {
  it('share no code with the program', async () => {
    const source = await readFile(here('./byte-printer.ts'), 'utf8');
    expect(source).not.toMatch(/\bimport\b|\brequire\b/);
  });

  it('know a copy by its mark', () => {
    const lines = [SITE_NAME, COPY_MARK, '  A001 ', LAST_LINE];
    expect(printsOn({ lines, pictures: 0, codes: 1 })).toEqual([{ number: 'A001', isWhole: true, isCopy: true }]);
    expect(printsOn({ lines: lines.slice(0, 3), pictures: 0, codes: 0 })).toMatchObject([{ isWhole: false }]);
  });
});

it('matches docs/reference/printer-faults.md', async () => {
  const { withTable } = await import('./table.ts');
  const page = await readFile(PAGE, 'utf8');
  if (process.env.UPDATE_MATRIX === '1') await writeFile(PAGE, withTable(page));
  expect(await readFile(PAGE, 'utf8')).toBe(withTable(page));
});
