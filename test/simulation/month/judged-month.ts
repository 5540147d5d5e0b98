/** Plays some days of three branches through a real server and database, and lays every figure beside what people saw. */
import { expect } from 'vitest';
import { silentLog } from '../../../main/lib/context.ts';
import { startDayClock } from '../../../main/queue/service/business-day-scheduler.ts';
import { startLimitKeeper } from '../../../main/queue-alerts/service/alert-monitor.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import type { Said } from '../../helpers/waits/try-rules.ts';
import { BRANCHES, monthSite } from './branches.ts';
import type { Ledger } from './ledger.ts';
import { type Answered, playMonth } from './play-month.ts';
import { boardOf, reportOf } from './reckon.ts';
import { alarmsOf, type ReckonedAlarm } from './reckon-alarms.ts';
import { type Sleepers, sleepersOf } from './sleepers.ts';
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
  /** Of all branches. */
  readonly alarms: readonly ReckonedAlarm[];
}

/** What works by itself: a day begins, and somebody watches over limits. */
function startDuties({ store, site, clock }: Town): Sleepers & { close(): Promise<void> } {
  const sleepers = sleepersOf(clock);
  const deps = { store, site, log: silentLog };
  const days = startDayClock({ ...deps, clock: sleepers.clock() });
  const keeper = startLimitKeeper({ ...deps, clock: sleepers.clock(), mails: () => [], wake: () => undefined });
  return {
    ...sleepers,
    async close() {
      await days.close();
      await keeper.close();
    },
  };
}

/** @param first a Monday, `yyyy-mm-dd` */
export async function judgeMonth(seed: number, first: string, days: number): Promise<JudgedMonth> {
  const before = new Date(Date.parse(`${first}T00:00:00Z`) - 2 * 86_400_000).toISOString();
  const town = await openTown({ at: before, site: monthSite() });
  const began = town.clock.now();
  const duties = startDuties(town);
  let looks = 0;
  const alarmed: { readonly id: string; readonly at: number; readonly alarms: number }[] = [];
  try {
    await duties.untilAsleep();
    const ledger = await playMonth({
      branches: BRANCHES,
      seed,
      first,
      days,
      ask: (operation, parameters) => askQueue(town, operation, parameters),
      turnTo: duties.turnTo,
      async look(now, ledger) {
        const { branches } = await read(town, 'reports/locations');
        for (const { id, zone } of BRANCHES) {
          const { day } = wallAt(zone, now);
          const found = branches.find((each: Answered) => each.id === id);
          const { waiting, longest_wait, average_wait, serving, state, alarms } = found;
          const shown = { waiting, longest_wait, average_wait, serving, state };
          alarmed.push({ id, at: now, alarms });
          expect(shown, `${id} at ${new Date(now).toISOString()}`).toEqual(
            boardOf(ledger, id, now, instantOn(zone, day, 0)),
          );
          if (waiting > 0) looks += 1;
        }
      },
    });
    const dates = Array.from({ length: days }, (_, day) =>
      new Date(Date.parse(`${first}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10),
    );
    const last = dates.at(-1);
    const ended = town.clock.now();
    const all: ReckonedAlarm[] = [];
    for (const branch of BRANCHES) {
      const reckoned = alarmsOf(ledger, branch, began, ended + 1);
      const told: Answered[] = [];
      for (const date of dates)
        told.push(...(await read(town, `limits/alarms?location=${branch.id}&business_day=${date}`)).alarms);
      expect(alarmRows(told), `alarms of ${branch.id}`).toEqual(alarmRows(reckoned.map(asTold)));
      const standing = (at: number): number =>
        reckoned.filter(({ raisedAt, endedAt }) => raisedAt !== null && raisedAt <= at && (endedAt ?? at + 1) > at)
          .length;
      const shown = alarmed.filter(({ id }) => id === branch.id);
      expect(shown).toEqual(shown.map(({ id, at }) => ({ id, at, alarms: standing(at) })));
      all.push(...reckoned);
    }
    for (const { id, zone } of BRANCHES) {
      agrees(await read(town, `reports/period?location=${id}&from=${first}&to=${last}`), reportOf(ledger, id, zone));
    }
    return { ledger, looks, waits: waitsOf(ledger), alarms: all };
  } finally {
    await duties.close();
    await town.close();
  }
}

const iso = (instant: number | null): string => (instant === null ? '' : new Date(instant).toISOString());
const asTold = ({ service_id, kind, bound, worst, since, endedAt }: ReckonedAlarm): Answered => ({
  ...{ service_id, kind, bound, worst },
  since: iso(since),
  ended_at: iso(endedAt),
});
/** One line each, in the order of their beginning. */
const alarmRows = (alarms: readonly Answered[]): string[] =>
  alarms
    .map(({ service_id, kind, bound, worst, since, ended_at }) =>
      [since, kind, service_id || 'all', `${worst} of ${bound}`, ended_at].join(' '),
    )
    .sort();

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
  expect(report.issued_by_weekday_and_hour).toEqual(reckoned.issued_by_weekday_and_hour);
  const outcomes = report.by_outcome.map(({ service_id, user_id, code, calls, count }: Answered) => [
    `${service_id} ${user_id} ${code}`,
    [calls, count],
  ]);
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(reckoned.by_outcome));
  const breaks = report.by_break.map((row: Answered) => [`${row.user_id} ${row.reason_id}`, [row.breaks, row.seconds]]);
  const away = [...reckoned.by_break].map(([key, [times, ms]]) => [key, [times, Math.floor(ms / 1000 + 0.5)]]);
  expect(Object.fromEntries(breaks)).toEqual(Object.fromEntries(away));
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
