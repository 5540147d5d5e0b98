/** Alternative calling rules and visits in steps, on both databases and without SQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Effects, finish } from '../../main/database/effect.ts';
import { openPool } from '../../main/database/postgres/pool.ts';
import { awaited } from '../../main/database/postgres/session.ts';
import { Db } from '../../main/database/sqlite/db.ts';
import type { Result } from '../../main/lib/result.ts';
import { uuidSource } from '../../main/lib/uuid.ts';
import { FLAG, TICKET_STATE, type TicketRecord } from '../../main/queue/contract/records.ts';
import type { QueueFault } from '../../main/queue/contract/request.ts';
import { callNextBy } from '../../main/queue/operations/call-next-ticket.ts';
import type { CalledTicket } from '../../main/queue/operations/call-records.ts';
import { concludeCall, findOpenCall } from '../../main/queue/operations/conclude-call.ts';
import { issueTicket } from '../../main/queue/operations/create-ticket.ts';
import { leaveQueue } from '../../main/queue/operations/leave-queue.ts';
import { startDay } from '../../main/queue/operations/start-day.ts';
import { type NextStep, sendOn } from '../../main/queue/operations/transfer-call.ts';
import { type CallRule, inCallOrder, longestWaiting, type Waiting } from '../../main/queue/rules/call-order.ts';
import { callRule } from '../../main/queue/rules/call-rules.ts';
import { CLASSES, type ClassOf, classOf } from '../../main/queue/rules/ticket-class.ts';
import type { Unit } from '../../main/store/contract/operation-context.ts';
import type { Rows } from '../../main/store/contract/rows.ts';
import { inTransaction } from '../../main/store/postgres/batch.ts';
import { migrate as migratePostgres } from '../../main/store/postgres/migrate.ts';
import { postgresRows } from '../../main/store/postgres/postgres-rows.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { sqliteRows } from '../../main/store/sqlite/sqlite-rows.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { newTicket } from '../store/new-ticket.ts';

const MORNING = Date.UTC(2026, 10, 20, 9);
const DAY = '2026-11-20';

/** Runs each unit of work of a location in its own transaction. */
interface Engine {
  run<T>(locationId: string, work: (rows: Rows) => Effects<T>): Promise<T>;
  close(): Promise<void>;
}

async function sqlite(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'other-rules-'));
  const db = new Db({ file: join(folder, 'queue.db'), busyTimeoutMs: 0 });
  migrate(db);
  const rows = sqliteRows(db);
  return {
    run: async (_locationId, work) => db.transaction(() => finish(work(rows))),
    async close() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function postgres(): Promise<Engine> {
  const { url } = await newDatabase();
  const pool = openPool({ url, most: 1, connectMs: 60_000, statementMs: 60_000 });
  await pool.work((line) => migratePostgres(line));
  return {
    run: (locationId, work) =>
      pool.work((line) =>
        inTransaction(line, locationId, async (session) => {
          const rows = postgresRows(session);
          await awaited(rows.lock());
          return awaited(work(rows));
        }),
      ),
    close: () => pool.close(),
  };
}

function done<T>(result: Result<T, QueueFault>): T {
  if (!result.ok) throw new Error(`refused with ${result.error.errno}`);
  return result.value;
}

/** Rule by which services take turns, regardless of waits. Its memory is the service called last. */
function inTurns(services: readonly string[]): CallRule {
  return {
    classes: CLASSES,
    lineOf: ({ ticket }) => ticket.dstServiceId,
    choose(heads, last) {
      for (let step = 0; step < services.length; step += 1) {
        const service = services[(last + step) % services.length];
        const next = longestWaiting(heads.filter(({ ticket }) => ticket.dstServiceId === service));
        if (next !== null) return next;
      }
      return null;
    },
    note: ({ ticket }) => services.indexOf(ticket.dstServiceId) + 1,
  };
}

/** Rule that multiplies the wait of priority visitors, so that neither class waits indefinitely. */
function ageing(times: number, now: number): CallRule {
  return {
    classes: CLASSES,
    lineOf: (waiting) => waiting.class,
    choose(heads) {
      const age = (head: (typeof heads)[number]): number =>
        (now - head.ticket.waitingSince) * (head.class === 1 ? times : 1);
      return heads.toSorted((a, b) => age(b) - age(a))[0] ?? null;
    },
  };
}

/** Ticket flag unknown to the program. */
const VIP = 1 << 14;
const RANKS = [2, 1, 0];
const rankOf: ClassOf = (ticket) => ((ticket.flags & VIP) === 0 ? classOf(ticket) : 2);

const ofRank = <T extends Waiting>(heads: readonly T[], rank: number | undefined): T | null =>
  longestWaiting(heads.filter((head) => head.class === rank));

/** Rule that calls a higher rank before all lower ranks. */
const byRank: CallRule = {
  classes: RANKS,
  lineOf: (waiting) => waiting.class,
  choose: (heads) => ofRank(heads, Math.max(...heads.map((head) => head.class))),
};

/** Rule by which ranks take turns in a cycle, without empty ranks. Its memory is the position in the cycle. */
function byShares(turns: readonly number[]): CallRule {
  const from = (at: number): readonly number[] => [...turns.slice(at), ...turns.slice(0, at)];
  return {
    classes: RANKS,
    lineOf: (waiting) => waiting.class,
    choose: (heads, at) =>
      ofRank(
        heads,
        from(at).find((rank) => ofRank(heads, rank) !== null),
      ),
    note: (called, at) => (at + from(at).indexOf(called.class) + 1) % turns.length,
  };
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('calling rules on %s', (_name, open) => {
  let engine: Engine;
  let halls = 0;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  /** Hall with one desk, in which each action takes one second. */
  async function hall() {
    halls += 1;
    const at = { locationId: `hall-${halls}`, day: DAY };
    const newId = uuidSource();
    let now = MORNING;
    const run = <T>(work: (unit: Unit) => Effects<T>): Promise<T> => {
      now += 1_000;
      return engine.run(at.locationId, (rows) => work({ rows, now, newId: () => newId(now), emit() {} }));
    };
    const call = { ...at, deskId: `desk-${halls}`, userId: '', callPolicy: 'end_current' as const };
    let answer = '';
    await run((unit) => startDay.run(unit, at));
    return {
      service: (name: string): string => `${at.locationId}-${name}`,
      comes: async (serviceId: string, flags = 0): Promise<string> =>
        done(await run((unit) => issueTicket(unit, newTicket({ ...at, serviceId, flags }), rankOf))).ticket.id,
      goes: async (ticketId: string): Promise<TicketRecord> =>
        done(await run((unit) => leaveQueue.run(unit, { ...at, ticketId }))),
      /** All waiting tickets in the order of the rule, as in a list. */
      listed: (rule: CallRule, serviceId: string): Promise<readonly string[]> =>
        run(function* ({ rows }) {
          const queue = yield* rows.ensureQueue(serviceId, at.locationId);
          const waiting = yield* rows.waiting(serviceId, queue.generation);
          return inCallOrder(waiting, rule, 0).map(({ ticket }) => ticket.id);
        }),
      /** First ticket of each rank, as the list of a desk reads them. */
      firstOfRanks: (serviceId: string): Promise<readonly string[]> =>
        run(function* ({ rows }) {
          const queue = yield* rows.ensureQueue(serviceId, at.locationId);
          const found = yield* rows.firstInLanes([queue], [''], RANKS, 1);
          return found.toSorted((a, b) => b.class - a.class).map(({ ticket }) => ticket.id);
        }),
      ahead: (serviceId: string): Promise<number | undefined> =>
        run(function* ({ rows }) {
          return (yield* rows.queue(serviceId))?.waitingPriority;
        }),
      /** Several calls in one transaction, as in a batch. */
      callsAtOnce: (rule: CallRule, services: readonly string[], come: readonly number[], count: number) =>
        run(function* (unit): Effects<readonly [readonly string[], readonly string[]]> {
          const ids: string[] = [];
          const called: string[] = [];
          const [serviceId = ''] = services;
          for (let calls = 0; calls < count; calls += 1) {
            called.push(done(yield* callNextBy(unit, { ...call, services }, rule)).ticket.id);
            const flags = come[calls];
            if (flags === undefined) continue;
            ids.push(done(yield* issueTicket(unit, newTicket({ ...at, serviceId, flags }), rankOf)).ticket.id);
          }
          return [ids, called];
        }),
      async calls(rule: CallRule, services: readonly string[]): Promise<string> {
        const called = done(await run((unit) => callNextBy(unit, { ...call, services }, rule)));
        answer = called.answer.id;
        return called.ticket.id;
      },
      /** Ends the call: transfers to the next step, if there is one. */
      ends: async ([step]: readonly NextStep[]): Promise<TicketRecord> =>
        done(
          await run(function* (unit): Effects<Result<CalledTicket, QueueFault>> {
            const open = yield* findOpenCall(unit.rows, answer);
            if (!open.ok || step === undefined) return yield* concludeCall(unit, 'endCall', answer);
            return yield* sendOn(unit, open.value, step, {}, rankOf);
          }),
        ).ticket,
    };
  }

  it('let services take turns, however many visitors wait for one of them', async () => {
    const { service, comes, calls } = await hall();
    const [passports, cars, births] = [service('passports'), service('cars'), service('births')];
    const rule = inTurns([passports, cars, births]);
    const [p1, p2, p3] = [await comes(passports), await comes(passports), await comes(passports)];
    const [c1, b1] = [await comes(cars), await comes(births)];
    const called: string[] = [];
    for (let count = 0; count < 5; count += 1) called.push(await calls(rule, [births, cars, passports]));
    expect(called).toEqual([p1, c1, b1, p2, p3]);
  });

  it('weigh priority against the wait', async () => {
    const { service, comes, calls } = await hall();
    const cars = service('cars');
    const [early, late] = [await comes(cars), await comes(cars)];
    const [first, second] = [await comes(cars, FLAG.priority), await comes(cars, FLAG.priority)];
    // Arrivals one second apart, the first nine seconds ago: 9 and 8 weigh less than three times 7 and 6.
    const heavy = ageing(3, MORNING + 11_000);
    expect(await calls(heavy, [cars])).toBe(first);
    expect(await calls(heavy, [cars])).toBe(second);
    expect(await calls(heavy, [cars])).toBe(early);
    // Four seconds with a small weight are less than ten.
    const hurried = await comes(cars, FLAG.priority);
    const light = ageing(1.1, MORNING + 13_000);
    expect(await calls(light, [cars])).toBe(late);
    expect(await calls(light, [cars])).toBe(hurried);
  });

  it('order three ranks within one lane, after transfers, and by shares', async () => {
    const { service, comes, calls, goes, ends, listed, firstOfRanks, ahead } = await hall();
    const [cars, cash] = [service('cars'), service('cash')];
    const arrive = async () => {
      const [e1, p1, p2] = [await comes(cars), await comes(cars, FLAG.priority), await comes(cars, FLAG.priority)];
      const [v1, v2] = [await comes(cars, VIP), await comes(cars, VIP | FLAG.priority)];
      return { e1, p1, p2, v1, v2, v3: await comes(cars, VIP), e2: await comes(cars) };
    };
    const callAll = async (rule: CallRule): Promise<readonly string[]> => {
      const called: string[] = [];
      for (let count = 0; count < 7; count += 1) called.push(await calls(rule, [cash, cars]));
      return called;
    };

    const first = await arrive();
    const inRank = [first.v1, first.v2, first.v3, first.p1, first.p2, first.e1, first.e2];
    expect(await listed(byRank, cars)).toEqual(inRank);
    expect(await firstOfRanks(cars)).toEqual([first.v1, first.p1, first.e1]);
    expect(await ahead(cars)).toBe(5);
    expect(await callAll(byRank)).toEqual(inRank);
    expect(await ahead(cars)).toBe(0);

    const shares = byShares([2, 2, 1, 0]);
    const next = await arrive();
    const inShares = [next.v1, next.v2, next.p1, next.e1, next.v3, next.p2, next.e2];
    expect(await listed(shares, cars)).toEqual(inShares);
    expect(await callAll(shares)).toEqual(inShares);

    const sent = await comes(cars, VIP);
    const gone = await comes(cars, VIP);
    await goes(gone);
    expect(await ahead(cars)).toBe(1);
    const ahead1 = await comes(cash, FLAG.priority);
    expect(await calls(byRank, [cars])).toBe(sent);
    await ends([{ dstServiceId: cash, dstDeskId: '', dstUserId: '' }]);
    expect(await ahead(cash)).toBe(2);
    expect([await calls(byRank, [cash]), await calls(byRank, [cash])]).toEqual([sent, ahead1]);
  });

  it('keep ranks within one transaction in which tickets are issued and called', async () => {
    const { service, comes, callsAtOnce } = await hall();
    const cars = service('cars');
    const [e1, p1, v1] = [await comes(cars), await comes(cars, FLAG.priority), await comes(cars, VIP)];
    const [[v2, p2, v3], called] = await callsAtOnce(byRank, [cars], [VIP, FLAG.priority, VIP], 6);
    expect(called).toEqual([v1, v2, p1, v3, p2, e1]);
  });

  it('transfer a visit through its steps in order', async () => {
    const { service, comes, calls, ends } = await hall();
    const [blood, xRay, doctor] = [service('blood'), service('x-ray'), service('doctor')];
    const steps = [xRay, doctor].map((dstServiceId) => ({ dstServiceId, dstDeskId: '', dstUserId: '' }));
    const fifo = callRule('fifo', 0);
    const visit = await comes(blood);
    expect(await calls(fifo, [blood])).toBe(visit);
    expect(await ends(steps)).toMatchObject({ dstServiceId: xRay, serviceId: blood, state: TICKET_STATE.waiting });
    expect(await calls(fifo, [xRay])).toBe(visit);
    expect(await ends(steps.slice(1))).toMatchObject({ dstServiceId: doctor, state: TICKET_STATE.waiting });
    expect(await calls(fifo, [doctor])).toBe(visit);
    expect(await ends([])).toMatchObject({ state: TICKET_STATE.ended });
    await expect(calls(fifo, [blood, xRay, doctor])).rejects.toThrow('refused with 8');
  });
});
