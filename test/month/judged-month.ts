/** Plays some days of three branches through a real server and database, and lays every figure beside what people saw. */
import { expect } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import type { Said } from '../helpers/waits/try-rules.ts';
import { BRANCHES, monthSite } from './branches.ts';
import type { Ledger } from './ledger.ts';
import { type Answered, playMonth } from './play-month.ts';
import { boardOf, reportOf } from './reckon.ts';
import { instantOn, wallAt } from './wall-clock.ts';

const API = '/restapi/v2';
const NOBODY_WAITS = 8;

async function read(town: Town, path: string): Promise<Answered> {
  const response = await town.server.inject(`${API}/${path}`);
  const body = response.json();
  if (body.success !== true) throw new Error(`${path}: ${response.body}`);
  return body;
}

async function askQueue(town: Town, operation: string, parameters: object): Promise<Answered> {
  if (operation.startsWith('counters/')) return await read(town, operation);
  const payload = { ...parameters };
  const response = await town.server.inject({ method: 'POST', url: `${API}/queuemanagement/${operation}`, payload });
  const body = response.json();
  if (body.success !== true && body.errno !== NOBODY_WAITS) throw new Error(`${operation}: ${response.body}`);
  return body;
}

export interface JudgedMonth {
  readonly ledger: Ledger;
  /** How often a board was laid beside the hall. */
  readonly looks: number;
  /** What was told at the ticket, with how long it was. */
  readonly waits: readonly Said[];
}

/** @param first a Monday, `yyyy-mm-dd` */
export async function judgeMonth(seed: number, first: string, days: number): Promise<JudgedMonth> {
  const before = new Date(Date.parse(`${first}T00:00:00Z`) - 2 * 86_400_000).toISOString();
  const town = await openTown({ at: before, site: monthSite() });
  let looks = 0;
  try {
    const ledger = await playMonth({
      branches: BRANCHES,
      seed,
      first,
      days,
      ask: (operation, parameters) => askQueue(town, operation, parameters),
      turnTo: async (instant) => town.clock.set(new Date(instant).toISOString()),
      async look(now, ledger) {
        const { branches } = await read(town, 'reports/branches');
        for (const { id, zone } of BRANCHES) {
          const { day } = wallAt(zone, now);
          const { waiting, longest_wait, serving } = branches.find((each: Answered) => each.id === id);
          const shown = { waiting, longest_wait, serving };
          expect(shown, `${id} at ${new Date(now).toISOString()}`).toEqual(
            boardOf(ledger, id, now, instantOn(zone, day, 0)),
          );
          if (waiting > 0) looks += 1;
        }
      },
    });
    const last = new Date(Date.parse(`${first}T00:00:00Z`) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
    for (const { id, zone } of BRANCHES) {
      agrees(await read(town, `reports/period?location=${id}&from=${first}&to=${last}`), reportOf(ledger, id, zone));
    }
    return { ledger, looks, waits: waitsOf(ledger) };
  } finally {
    await town.close();
  }
}

const COUNTED = [
  'issued',
  'never_called',
  'calls',
  'served',
  'no_shows',
  'paused',
  'transferred',
  'waiting',
  'service',
];
/** By these no ticket is counted as never called: a ticket has no desk, and an hour may end before its call. */
const UNCALLED = new Set(['by_desk', 'by_user', 'by_hour']);
const KEYS = { by_service: 'id', by_desk: 'id', by_user: 'id', by_hour: 'hour', by_weekday: 'weekday', by_day: 'day' };

function agrees(report: Answered, reckoned: ReturnType<typeof reportOf>): void {
  const figures = (row: Answered, part: string): object =>
    Object.fromEntries(
      COUNTED.filter((name) => name !== 'never_called' || !UNCALLED.has(part)).map((name) => [name, row[name]]),
    );
  expect(figures(report.total, 'total')).toEqual(figures(reckoned.total, 'total'));
  for (const [part, key] of Object.entries(KEYS)) {
    const shown = report[part].filter(({ issued, calls }: Answered) => issued + calls > 0);
    const rows = reckoned[part as keyof typeof KEYS] as Map<unknown, object>;
    expect(shown.map((row: Answered) => row[key]).sort(), part).toEqual([...rows.keys()].sort());
    for (const row of shown)
      expect(figures(row, part), `${part} ${row[key]}`).toEqual(figures(rows.get(row[key]), part));
  }
}

function waitsOf({ tickets, calls }: Ledger): Said[] {
  const firsts = new Map(calls.filter(({ first }) => first).map((call) => [call.ticketId, call]));
  return tickets.flatMap(({ id, at, told }) => {
    const call = firsts.get(id);
    return call === undefined || told === 0 ? [] : [{ rule: 'told', said: told, waited: (call.at - at) / 1000 }];
  });
}
