/** SQLite's rows remember tickets and calls instead of reading them again: at any time that is what the file says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Effect, type Effects, finish } from '../../main/database/effect.ts';
import { Db } from '../../main/database/sqlite/db.ts';
import { uuidSource } from '../../main/lib/uuid.ts';
import type { CallRecord, QueueEvent } from '../../main/queue/contract/records.ts';
import { endOldTickets } from '../../main/queue/sql/end-old-tickets.ts';
import { createRecentCalls } from '../../main/queue/sql/sqlite/recent-calls.ts';
import { createRecentEntries } from '../../main/queue/sql/sqlite/ticket-cache.ts';
import type { QueueQueries } from '../../main/store/contract/operation-types.ts';
import type { Rows } from '../../main/store/contract/rows.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { QUERIES } from '../../main/store/queries.ts';
import { type OperationRequest, runOperation } from '../../main/store/run-operation.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { sqliteRows } from '../../main/store/sqlite/sqlite-rows.ts';
import { Hall, value } from './queue-hall.ts';
import { randomSequences } from './random-sequences.ts';

/** How many of the last tickets and calls are compared after each operation. */
const COMPARED = 8;
const MINUTE_MS = 60_000;

function* asked<T>(verb: Effect<T>): Effects<T> {
  return yield* verb;
}
const told = <T>(verb: Effect<T>): T => finish(asked(verb));

describe('what SQLite remembers', () => {
  let folder: string;
  let db: Db;
  let store: Store;
  let tickets: string[];
  let calls: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'remembered-rows-'));
    db = new Db({ file: join(folder, 'queue.db'), busyTimeoutMs: 0 });
    db.exec('PRAGMA synchronous = OFF');
    migrate(db);
    const rows = sqliteRows(db);
    const newId = uuidSource();
    const listeners = new Set<(events: readonly QueueEvent[]) => void>();
    [tickets, calls] = [[], []];
    store = {
      async run(operation: string, input: object, { now, idempotency = null }: { now: number; idempotency?: null }) {
        const emit = (event: Omit<QueueEvent, 'at'>): void => {
          const { ticketId, answer, locationId } = event;
          events.push({ ...event, at: now });
          if (!tickets.includes(ticketId)) tickets.push(ticketId);
          if (answer !== undefined && !calls.includes(answer.id)) calls.push(answer.id);
          location = locationId;
        };
        const events: QueueEvent[] = [];
        let location = '';
        const outcome = db.transaction(() => {
          const done = finish(
            runOperation({ rows, now, newId: () => newId(now), emit }, {
              operation,
              input,
              idempotency,
            } as OperationRequest),
          );
          rows.writeQueues();
          return done;
        });
        compare(rows, sqliteRows(db), location);
        compareLastCalls(rows, location, now);
        for (const listener of listeners) listener(events);
        return outcome;
      },
      onEvents(listener: (events: readonly QueueEvent[]) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      async query(query: keyof QueueQueries, input: unknown) {
        return finish((QUERIES[query].run as (of: Rows, input: unknown) => Effects<unknown>)(rows, input));
      },
    } as unknown as Store;
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  function compare(remembered: Rows, read: Rows, locationId: string): void {
    for (const id of tickets.slice(-COMPARED)) expect(told(remembered.ticket(id))).toEqual(told(read.ticket(id)));
    for (const id of calls.slice(-COMPARED)) {
      const answer = told(read.answer(id));
      expect(told(remembered.answer(id))).toEqual(answer);
      expect(told(remembered.calledTicket(id))).toEqual(told(read.calledTicket(id)));
      if (answer === null) continue;
      const { deskId, userId } = answer;
      expect(told(remembered.openAnswerAt(deskId))).toEqual(told(read.openAnswerAt(deskId)));
      for (const desk of [deskId, 'another']) {
        expect(told(remembered.servesElsewhere(userId, desk))).toBe(told(read.servesElsewhere(userId, desk)));
      }
    }
    expect(told(remembered.openAnswers(locationId))).toEqual(told(read.openAnswers(locationId)));
    expect(told(remembered.dueTurnChanges(locationId, Number.MAX_SAFE_INTEGER))).toEqual(
      told(read.dueTurnChanges(locationId, Number.MAX_SAFE_INTEGER)),
    );
    const services = ['a', 'b'].map((letter) => `${locationId}-${letter}`);
    const lanes = ['', `d${locationId}-d1`, 'usomebody'];
    const heads = (rows: Rows): unknown => told(rows.heads(locationId, services, lanes, [0, 1]));
    expect(heads(remembered)).toEqual(heads(read));
  }

  /** Lists of a location, its services and its desks are cached up to 64 calls; the whole list is read. */
  function compareLastCalls(rows: Rows, locationId: string, now: number): void {
    const since = now - MINUTE_MS / 6;
    const all = told(rows.lastCalls({ locationId, since, limit: 1000 }));
    for (const limit of [1, 20]) {
      expect(told(rows.lastCalls({ locationId, since, limit }))).toEqual(all.slice(0, limit));
      for (const letter of ['a', 'b']) {
        const serviceId = `${locationId}-${letter}`;
        const called = told(rows.lastCalls({ locationId, serviceId, since, limit }));
        const numbers = db.all<{ id: string }>('SELECT id FROM answer WHERE number_service_id = ?', serviceId);
        const ids = new Set(numbers.map(({ id }) => id));
        expect(called).toEqual(all.filter(({ answer }) => ids.has(answer.id)).slice(0, limit));
      }
      for (const letter of ['d1', 'd2']) {
        const deskId = `${locationId}-${letter}`;
        const called = told(rows.lastCalls({ locationId, deskId, since, limit }));
        expect(called).toEqual(all.filter(({ answer }) => answer.deskId === deskId).slice(0, limit));
      }
    }
  }

  it('is what the file says, whatever the desks do', () => randomSequences(store, 25));

  it('follows what time does to an appointment, who sits down at a desk, and what is erased', async () => {
    const hall = new Hall(store);
    const attendance = { from: hall.now + MINUTE_MS, until: hall.now + 5 * MINUTE_MS };
    const booked = { scheduledAt: hall.now + 3 * MINUTE_MS, attendance, clientName: 'Zoé', deskId: 'hall-d1' };
    const { ticket } = await hall.create(booked);
    // Nobody stands in the lane of the desk before it is time.
    expect((await hall.tryNext('hall-d1')).ok).toBe(false);
    hall.later(120);
    const called = await hall.next('hall-d1', { userId: 'ana' });
    expect(called.ticket.id).toBe(ticket.id);
    value(await hall.run('takeOver', { ...hall.at('hall-d1'), userId: 'ben' }));
    value(await hall.tryAnswer('pauseCall', called.answer.id));
    const anonymise = { limit: 10, tickets: [{ locationId: 'hall', issuedBefore: hall.now + 1 }], appointments: [] };
    value(await hall.run('anonymise', anonymise));
    expect(await store.query('ticket', { ticketId: ticket.id })).toMatchObject({ clientName: '', state: 3 });
  });

  it('drops a call that was reverted', async () => {
    const hall = new Hall(store);
    await hall.create();
    await hall.create();
    const first = await hall.next('hall-d1');
    hall.later(1);
    await hall.next('hall-d1');
    value(await hall.undo('hall-d1'));
    const asked = { locationId: 'hall', deskId: 'hall-d1', since: hall.now - MINUTE_MS, limit: 1 };
    expect(await store.query('lastCalls', asked)).toMatchObject([{ answer: { id: first.answer.id } }]);
  });

  it('is nothing of a day that is over', async () => {
    const hall = new Hall(store);
    const { ticket } = await hall.create();
    hall.nextDay();
    await hall.create();
    const seen = () => store.query('ticket', { ticketId: ticket.id });
    expect(await seen()).toMatchObject({ state: 5 });
    while (endOldTickets(db));
    await hall.create();
    expect(await seen()).toMatchObject({ state: 5 });
  });
});

describe('the last calls', () => {
  const call = (calledAt: number) => ({ id: `c${calledAt}`, deskId: 'd', numberServiceId: 's', calledAt });
  const answer = (calledAt: number) => ({ ...call(calledAt), locationId: 'hall' }) as unknown as CallRecord;

  it('are read once, and again when more is asked for than was kept', () => {
    const loads: number[] = [];
    let kept = Array.from({ length: 40 }, (_, number) => call(100 - number));
    const recent = createRecentCalls((_, since) => {
      loads.push(since);
      return kept.filter(({ calledAt }) => calledAt >= since);
    });
    const times = (since: number, limit: number): number[] =>
      recent.of('desk', 'd', { locationId: 'hall', since, limit }).map((id) => Number(id.slice(1)));
    expect(times(50, 2)).toEqual([100, 99]);
    recent.note(answer(102), 's');
    // By a clock that was set back.
    recent.note(answer(101), 's');
    kept = [call(102), call(101), ...kept];
    expect(times(60, 3)).toEqual([102, 101, 100]);
    expect(times(101, 3)).toEqual([102, 101]);
    recent.drop(answer(101));
    kept = kept.filter(({ calledAt }) => calledAt !== 101);
    expect(times(60, 3)).toEqual([102, 100, 99]);
    expect(loads).toEqual([50]);
    expect(times(60, 16)).toEqual([102, ...Array.from({ length: 15 }, (_, number) => 100 - number)]);
    expect(loads).toEqual([50, 60]);
    expect(times(60, 30)).toHaveLength(30);
    expect(times(50, 100)).toHaveLength(41);
    expect(loads).toEqual([50, 60, 60, 50]);
  });
});

describe('what was read lately', () => {
  it('gives its place to what comes, and is never taken for another', () => {
    const lately = createRecentEntries<string>();
    const ids = Array.from({ length: 3000 }, (_, number) => `ticket-${number.toString(16)}`);
    for (const id of ids) lately.keep(id, `it is ${id}`);
    const known = ids.filter((id) => lately.get(id) !== undefined);
    expect(known.length).toBeGreaterThan(500);
    for (const id of known) expect(lately.get(id)).toBe(`it is ${id}`);
    const [first = ''] = known;
    lately.forget(first);
    expect(lately.get(first)).toBeUndefined();
    lately.forgetAll();
    expect(known.filter((id) => lately.get(id) !== undefined)).toEqual([]);
  });
});
