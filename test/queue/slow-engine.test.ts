/** Operations on an asynchronous engine, which takes one event-loop turn per row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atOnce, type Effect, type Effects, finish } from '../../main/database/effect.ts';
import { Db } from '../../main/database/sqlite/db.ts';
import { uuidSource } from '../../main/lib/uuid.ts';
import type { QueueEvent } from '../../main/queue/contract/records.ts';
import type { QueueQueries } from '../../main/store/contract/operation-types.ts';
import type { Rows } from '../../main/store/contract/rows.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { QUERIES } from '../../main/store/queries.ts';
import { type OperationRequest, runOperation } from '../../main/store/run-operation.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { sqliteRows } from '../../main/store/sqlite/sqlite-rows.ts';
import { errno, Hall, value } from '../store/queue-hall.ts';

async function awaited<T>(steps: Effects<T>): Promise<T> {
  let next = steps.next();
  while (next.done !== true) next = steps.next(await next.value);
  return next.value;
}

function* later(verb: () => Effect<unknown>): Effects<unknown> {
  yield setImmediate();
  return yield* verb();
}

/** Rows of an engine that responds asynchronously. */
function slowly(rows: Rows): Rows {
  return new Proxy(rows, {
    get: (target, name) => {
      const verb = Reflect.get(target, name) as (...input: unknown[]) => Effect<unknown>;
      return (...input: unknown[]) => later(() => verb(...input));
    },
  });
}

describe('an asynchronous engine', () => {
  let folder: string;
  let db: Db;
  let hall: Hall;
  let events: QueueEvent['type'][];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'slow-engine-'));
    db = new Db({ file: join(folder, 'queue.db'), busyTimeoutMs: 100 });
    migrate(db);
    const rows = slowly(sqliteRows(db));
    const newId = uuidSource();
    events = [];
    hall = new Hall({
      run: (operation, input, { now, idempotency = null }) => {
        const unit = {
          rows,
          now,
          newId: () => newId(now),
          emit: ({ type }: Omit<QueueEvent, 'at'>) => void events.push(type),
        };
        return awaited(runOperation(unit, { operation, input, idempotency } as OperationRequest));
      },
      query: (query, input) => {
        const ask = QUERIES[query as keyof QueueQueries].run as (rows: Rows, input: unknown) => Effects<unknown>;
        return awaited(ask(rows, input));
      },
    } as Store);
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  it('runs operations with the results and events of a synchronous engine', async () => {
    const [first, second, third] = [await hall.create(), await hall.create(), await hall.create({ flags: 1 })];
    expect([first, second, third].map(({ ticket }) => ticket.number)).toEqual([1, 2, 3]);
    const priority = await hall.next();
    expect(priority.ticket.id).toBe(third.ticket.id);
    value(await hall.tryAnswer('pauseCall', priority.answer.id));
    const called = await hall.next();
    value(await hall.tryTransfer(called.answer.id));
    expect(await hall.waiting('a')).toEqual([second.ticket.id]);
    expect(await hall.waiting('b')).toEqual([first.ticket.id]);
    const again = value(await hall.tryCall('callPausedTicket', third.ticket.id));
    expect(errno(await hall.tryCall('callTicket', 'nobody'))).toBe(6);
    value(await hall.tryAnswer('endCall', again.answer.id));
    hall.nextDay();
    expect((await hall.create()).ticket.number).toBe(1);
    expect(await hall.waiting('b')).toEqual([]);
    expect(events).toEqual([
      ...['ticket.created', 'ticket.created', 'ticket.created', 'ticket.called', 'ticket.paused', 'ticket.called'],
      ...['ticket.transferred', 'ticket.called', 'ticket.ended', 'queue.reset', 'ticket.created'],
    ]);
  });

  it('creates one ticket per idempotency key', async () => {
    const idempotency = { key: 'kiosk-1', fingerprint: 'a' };
    const once = value(await hall.tryCreate({}, idempotency));
    const again = await hall.tryCreate({}, idempotency);
    expect(again).toMatchObject({ ok: true, replayed: true, value: { ticket: { id: once.ticket.id } } });
    expect(errno(await hall.tryCreate({}, { key: 'kiosk-1', fingerprint: 'b' }))).toBe(120);
    expect(await hall.waiting()).toHaveLength(1);
  });
});

describe('a synchronous engine', () => {
  it('throws if an operation would have to wait', () => {
    expect(finish(asks(atOnce(3)))).toBe(3);
    expect(() => finish(later(() => atOnce(3)))).toThrow('unfinished effect');
  });
});

function* asks(step: Effect<number>): Effects<number> {
  return yield* step;
}
