import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Db } from '../../main/database/sqlite/db.ts';
import type { CreatedTicket } from '../../main/queue/operations/create-ticket.ts';
import { createExecutor } from '../../main/store/sqlite/executor.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import {
  type FromWorker,
  joinRecords,
  type Request,
  type RunTask,
  readMessage,
  shareRecords,
  writeMessage,
} from '../../main/store/sqlite/protocol.ts';
import { newTicket } from './new-ticket.ts';

describe('a batch of requests', () => {
  let folder: string;
  let db: Db;
  let execute: ReturnType<typeof createExecutor>;
  let lastId = 0;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'take-a-number-executor-'));
    db = new Db({ file: join(folder, 'queue.db'), busyTimeoutMs: 0 });
    migrate(db);
    execute = createExecutor({ open: () => db, discard: () => undefined });
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const writeMeta = (key: string, value: string | null): Request => {
    lastId += 1;
    return { id: lastId, task: { kind: 'writeMeta', key, value: value as string } };
  };
  const readMeta = (key: string): Request => {
    lastId += 1;
    return { id: lastId, task: { kind: 'readMeta', key } };
  };

  it('commits the others when one of them breaks, and reads after all of them', () => {
    const { replies } = execute([readMeta('b'), writeMeta('a', '1'), writeMeta('x', null), writeMeta('b', '2')]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(replies[1]).toMatchObject({ unreachable: false });
    expect(replies[3]).toMatchObject({ value: '2' });
  });

  const run = (operation: string, input: object): Request => {
    lastId += 1;
    return { id: lastId, task: { kind: 'run', operation, input, now: 1000, idempotency: null } as RunTask };
  };

  it('returns each ticket and call once to the calling thread, and publishes everything there', () => {
    const desk = { locationId: 'hall', day: '2026-11-20', deskId: 'desk-1', userId: 'ana' };
    const call = { ...desk, services: ['passports'], callOrder: 'fifo', priorityRatio: 0 };
    const { replies, events } = execute([
      readMeta('a'),
      run('createTicket', newTicket({ note: 'the only note' })),
      writeMeta('a', '1'),
      run('createTicket', newTicket({ note: 'another note' })),
      run('callNextTicket', call),
      run('callNextTicket', call),
    ]);
    expect(events.map(({ type }) => type)).toContain('ticket.called');
    const text = writeMessage({ type: 'done', replies, events: shareRecords(replies, events) });
    // As it was issued, and as it was called.
    expect(text.match(/another note/g)).toHaveLength(2);
    const heard = readMessage<FromWorker & { readonly type: 'done' }>(text);
    expect(joinRecords(heard.replies, heard.events)).toEqual(JSON.parse(JSON.stringify(events)));
  });

  it('counts each service over the whole batch, a new day in the midst of it too', () => {
    const draw = (day: string, serviceId: string): Request =>
      run('createTicket', newTicket({ locationId: 'hall', day, serviceId }));
    const counts = ({ replies }: ReturnType<typeof execute>): unknown[] =>
      replies.map((reply) => {
        const { queue, ticket } = (reply as { value: { value: CreatedTicket } }).value.value;
        return [queue.serviceId, ticket.number, queue.waiting];
      });
    const today = '2026-11-20';
    const tomorrow = '2026-11-21';
    const days = [draw(today, 'a'), draw(today, 'b'), draw(today, 'a'), draw(tomorrow, 'a'), draw(tomorrow, 'a')];
    expect(counts(execute(days))).toEqual([
      ['a', 1, 1],
      ['b', 1, 1],
      ['a', 2, 2],
      ['a', 1, 1],
      ['a', 2, 2],
    ]);
    expect(counts(execute([draw(tomorrow, 'b'), draw(tomorrow, 'a')]))).toEqual([
      ['b', 1, 1],
      ['a', 3, 3],
    ]);
    expect(db.all('SELECT service_id, waiting, last_number FROM service_queue ORDER BY 1')).toEqual([
      { service_id: 'a', waiting: 3, last_number: 3 },
      { service_id: 'b', waiting: 1, last_number: 1 },
    ]);
  });

  it('rolls back a request that fails half-way, without events', () => {
    const ticket = (day: string, note: string | null): Request => {
      lastId += 1;
      const at = { locationId: 'hall', day, serviceId: 'a', deskId: '', userId: '', deviceId: '', flags: 0 };
      const texts = { note: note as string, lang: 'en', customField: '', clientName: '', scheduledAt: null };
      const limits = { firstNumber: 1, maxNumber: 0, maxWaiting: 0, tag: 'A', numberWidth: 3, priorityFirst: true };
      const input = { ...at, ...texts, ...limits };
      return { id: lastId, task: { kind: 'run', operation: 'createTicket', input, now: 1000, idempotency: null } };
    };
    // The second one begins a new day before it breaks; that must be undone with it.
    const { replies, events } = execute([ticket('2026-11-20', ''), ticket('2026-11-21', null), writeMeta('a', '1')]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(events.map(({ type }) => type)).toEqual(['ticket.created']);
    expect(execute([ticket('2026-11-20', '')]).replies).toMatchObject([
      { value: { value: { queue: { waiting: 2 } } } },
    ]);
    const next = execute([ticket('2026-11-21', '')]);
    expect(next.events.map(({ type }) => type)).toEqual(['queue.reset', 'ticket.created']);
  });

  it('refuses as a whole when the disk is full, and works again when there is room', () => {
    const { page_count: pages = 0 } = db.get<{ page_count: number }>('PRAGMA page_count') ?? {};
    db.exec(`PRAGMA max_page_count = ${pages + 1}`);
    const full = execute([writeMeta('a', '1'), writeMeta('big', 'x'.repeat(100_000)), writeMeta('b', '2')]);
    expect(full.replies).toHaveLength(3);
    for (const reply of full.replies) expect(reply).toMatchObject({ ok: false, unreachable: true });
    expect(execute([readMeta('a')]).replies).toMatchObject([{ value: null }]);
    db.exec('PRAGMA max_page_count = 1000000');
    const { replies } = execute([writeMeta('big', 'x'.repeat(100_000)), readMeta('a')]);
    expect(replies).toMatchObject([{ ok: true }, { value: null }]);
  });
});
