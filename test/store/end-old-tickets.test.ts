import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Db } from '../../main/database/sqlite/db.ts';
import type { Result } from '../../main/lib/result.ts';
import type { QueueFault } from '../../main/queue/contract/request.ts';
import { endOldTickets } from '../../main/queue/sql/end-old-tickets.ts';
import type { QueueOperations } from '../../main/store/contract/operation-types.ts';
import type { Store, StoreQueries } from '../../main/store/contract/store.ts';
import { createExecutor } from '../../main/store/sqlite/executor.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import type { QueryTask, RunTask } from '../../main/store/sqlite/protocol.ts';
import { errno, Hall, value } from './queue-hall.ts';

/** The store without its worker, so that nothing is tidied behind the test's back. */
function bareStore(db: Db): Store {
  const execute = createExecutor({ open: () => db, discard: () => {} });
  const ask = (task: RunTask | QueryTask): unknown => {
    const [reply] = execute([{ id: 1, task }]).replies;
    if (reply?.ok !== true) throw new Error(reply?.message);
    return reply.value;
  };
  return {
    run: async (operation, input, { now }) =>
      ask({ kind: 'run', operation, input, now, idempotency: null } as RunTask) as Result<
        QueueOperations[typeof operation]['output'],
        QueueFault
      >,
    query: async (query, input) =>
      ask({ kind: 'query', query, input } as QueryTask) as StoreQueries[typeof query]['output'],
  } as Store;
}

describe('a day that ends with many tickets', () => {
  const WAITING = 2500;
  let folder: string;
  let db: Db;
  let hall: Hall;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'end-old-'));
    db = new Db({ file: join(folder, 'queue.db'), busyTimeoutMs: 100 });
    migrate(db);
    db.exec('PRAGMA synchronous = OFF');
    hall = new Hall(bareStore(db));
    for (let count = 0; count < WAITING; count += 1) await hall.create();
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const marked = (state: number): number | undefined =>
    db.get<{ rows: number }>('SELECT count(*) AS rows FROM ticket WHERE state = ?', state)?.rows;
  const startDay = () => hall.run('startDay', { locationId: hall.locationId, day: hall.day });

  it('is over for all of them at once, and marks them a part at a time', async () => {
    const [first = '', second = '', third = ''] = await hall.waiting();
    const paused = await hall.call(first);
    value(await hall.tryAnswer('pauseCall', paused.answer.id));
    const serving = await hall.call(second);
    hall.nextDay();
    const reset = hall.now;
    expect(value(await startDay())).toEqual({ ended: WAITING - 1 });
    expect(marked(1)).toBe(WAITING - 2);

    const list = { locationId: hall.locationId, services: hall.services };
    expect([await hall.waiting(), await hall.store.query('pausedTickets', list)]).toEqual([[], []]);
    expect([await hall.state(first), await hall.state(second), await hall.state(third)]).toEqual([5, 2, 5]);
    expect(errno(await hall.tryNext('desk-2'))).toBe(8);
    expect(errno(await hall.tryCall('callTicket', third, 'desk-2'))).toBe(115);
    expect(errno(await hall.tryCall('callPausedTicket', first, 'desk-2'))).toBe(115);
    hall.later(60);
    const { ticket } = await hall.create();
    expect(ticket.number).toBe(1);
    // An open call goes on, and what becomes of it belongs to the new day.
    value(await hall.tryAnswer('pauseCall', serving.answer.id));
    const pausedToday = async () => (await hall.store.query('pausedTickets', list)).map(({ id }) => id);
    expect(await pausedToday()).toEqual([second]);

    let slices = 0;
    while (endOldTickets(db)) {
      slices += 1;
      expect(await hall.waiting()).toEqual([ticket.id]);
    }
    expect(slices).toBeGreaterThan(2);
    expect([marked(1), marked(3), marked(5)]).toEqual([1, 1, WAITING - 1]);
    expect(db.get('SELECT changed_at FROM ticket WHERE id = ?', third)).toMatchObject({ changed_at: reset });
    expect(await pausedToday()).toEqual([second]);
    expect((await hall.next('desk-2')).ticket.id).toBe(ticket.id);
  });

  it('may be followed by the next before all are marked', async () => {
    hall.nextDay();
    value(await startDay());
    endOldTickets(db);
    await hall.create();
    hall.nextDay();
    expect(value(await startDay())).toEqual({ ended: 1 });
    const { ticket } = await hall.create();
    while (endOldTickets(db));
    expect(await hall.waiting()).toEqual([ticket.id]);
    expect(marked(1)).toBe(1);
  });

  it('sends a call of yesterday to wait today', async () => {
    const { answer, ticket } = await hall.next();
    hall.nextDay();
    value(await startDay());
    value(await hall.tryTransfer(answer.id));
    while (endOldTickets(db));
    expect(await hall.waiting('b')).toEqual([ticket.id]);
    expect(await hall.state(ticket.id)).toBe(1);
  });
});
