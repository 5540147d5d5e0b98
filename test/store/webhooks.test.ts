/** The outbox of webhooks, its end and its log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Db } from '../../main/database/sqlite/db.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { createExecutor } from '../../main/store/sqlite/executor.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import type { WebhookDelivery } from '../../main/webhooks/operations/webhook-records.ts';
import { newTicket } from './new-ticket.ts';
import { errno, Hall, value } from './queue-hall.ts';

const folder = mkdtempSync(join(tmpdir(), 'take-a-number-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
let file: string;
let store: Store;
let hall: Hall;
beforeEach(async () => {
  files += 1;
  file = join(folder, `${files}.db`);
  store = await openSqliteStore({ file, log: silentLog });
  hall = new Hall(store);
  return () => store.close();
});

async function put(id: string, state = 1): Promise<void> {
  await store.writeSite({
    put: [{ collection: 'webhooks', id, body: JSON.stringify({ id, state }) }],
    remove: [],
  });
}

async function work(webhookId = 'ears', after = 0) {
  const found = await store.query('webhookWork', { webhookId, after, limit: 1000 });
  return found?.events.map(({ event }) => [event.type, event.ticket?.number]) ?? null;
}

function rows(table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const counted = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
  database.close();
  return Number(counted?.rows);
}

type Entry = Omit<WebhookDelivery, 'number' | 'webhookId'>;

async function entry(sequence: number, change: Partial<Entry> = {}): Promise<Entry> {
  const found = await store.query('webhookWork', { webhookId: 'ears', after: sequence - 1, limit: 1 });
  const [news] = found?.events ?? [];
  return {
    id: `delivery-${sequence}`,
    event: news!.event,
    state: 'delivered',
    attempts: 1,
    firstTriedAt: hall.now,
    triedAt: hall.now,
    nextTryAt: null,
    statusCode: 200,
    durationMs: 7,
    fault: '',
    ...change,
  };
}

const record = (after: number, deliveries: readonly Entry[], more: { pause?: boolean; keep?: number } = {}) =>
  hall.run('recordDeliveries', { webhookId: 'ears', after, deliveries, pause: false, keep: 100, ...more });

const tidy = async (limits: { eventsSince?: number; mostEvents?: number; logSince?: number; limit?: number } = {}) =>
  value(
    await hall.run('tidyWebhooks', {
      limit: 100,
      eventsSince: 0,
      mostEvents: 1000,
      logSince: 0,
      webhooks: [{ id: 'ears', events: [], locations: [] }],
      ...limits,
    }),
  );

describe('what happened', () => {
  it('is kept only while a webhook is in use', async () => {
    await hall.create();
    expect(rows('webhook_event')).toBe(0);
    await put('ears');
    await hall.create();
    await hall.next();
    await put('ears', 0);
    await hall.create();
    expect(await work()).toBeNull();
    expect(rows('webhook_event')).toBe(2);
    await put('ears');
    expect(await work()).toEqual([]);
    await hall.create();
    expect(await work()).toEqual([['ticket.created', 4]]);
  });

  it('costs a ticket no statement while there is none, and one for all that is committed together while there is', () => {
    const statements: string[] = [];
    class Listening extends Db {
      override run(sql: string, ...parameters: Parameters<Db['run']> extends [string, ...infer Rest] ? Rest : never) {
        statements.push(sql);
        return super.run(sql, ...parameters);
      }
      override get<Row>(sql: string, ...parameters: Parameters<Db['run']> extends [string, ...infer R] ? R : never) {
        statements.push(sql);
        return super.get<Row>(sql, ...parameters);
      }
    }
    const db = new Listening({ file: join(folder, 'statements.db'), busyTimeoutMs: 100 });
    migrate(db);
    const execute = createExecutor({ open: () => db, discard: () => {} });
    const tickets = (count: number) =>
      Array.from({ length: count }, (_, place) => ({
        id: place,
        task: {
          kind: 'run' as const,
          operation: 'createTicket' as const,
          input: newTicket({ serviceId: 'a' }),
          now: 1_795_000_000_000,
          idempotency: null,
        },
      }));
    const spoken = (): number => statements.filter((sql) => /webhook/.test(sql)).length;
    // The first looks whether there is a webhook; nobody after it does.
    execute(tickets(1));
    statements.length = 0;
    execute(tickets(20));
    expect(spoken()).toBe(0);
    const body = JSON.stringify({ id: 'ears', state: 1 });
    const change = { put: [{ collection: 'webhooks' as const, id: 'ears', body }], remove: [] };
    execute([{ id: 0, task: { kind: 'writeSite', change, now: 0 } }]);
    execute(tickets(1));
    statements.length = 0;
    execute(tickets(20));
    expect(spoken()).toBe(1);
    db.close();
  });

  it('is not kept when it did not happen', async () => {
    await put('ears');
    await hall.create({ maxWaiting: 1 });
    await hall.tryCreate({ maxWaiting: 1 });
    expect(await work()).toEqual([['ticket.created', 1]]);
  });

  it('has the ticket as it was then, and of the visitor what is known now', async () => {
    await put('ears');
    await hall.create({ clientName: 'Visitor', note: 'a note' });
    await hall.next();
    const found = async () => (await store.query('webhookWork', { webhookId: 'ears', after: 0, limit: 10 }))?.events;
    const [created, called] = (await found()) ?? [];
    expect(created).toMatchObject({
      event: { ticket: { clientName: '' } },
      ticket: { state: 1, clientName: 'Visitor' },
    });
    expect(called).toMatchObject({ event: { answer: { deskId: 'desk-1' } }, ticket: { state: 2, note: 'a note' } });
    await hall.run('anonymise', {
      limit: 10,
      tickets: [{ locationId: 'hall', issuedBefore: hall.now + 1 }],
      appointments: [],
    });
    expect((await found())?.[0]).toMatchObject({ ticket: { state: 1, clientName: '', note: '' } });
  });

  it('is forgotten with the webhook', async () => {
    await put('ears');
    await hall.create();
    await record(0, [await entry(1, { state: 'waiting', nextTryAt: hall.now })]);
    await store.writeSite({ put: [], remove: [{ collection: 'webhooks', id: 'ears' }] });
    expect([rows('webhook_progress'), rows('webhook_delivery')]).toEqual([0, 0]);
    expect(value(await record(1, [])).numbers).toEqual([]);
    await tidy();
    expect(rows('webhook_event')).toBe(0);
  });
});

describe('numbers of events', () => {
  it('continue when all of them are deleted', async () => {
    await put('ears');
    await hall.create();
    await record(1, []);
    await tidy();
    expect(rows('webhook_event')).toBe(0);
    await store.close();
    store = await openSqliteStore({ file, log: silentLog });
    hall = new Hall(store);
    await hall.create();
    expect(await work()).toEqual([['ticket.created', 2]]);
  });
});

describe('clearing away', () => {
  it('keeps what the slowest has not had', async () => {
    await put('ears');
    await put('slow');
    for (let count = 0; count < 4; count += 1) await hall.create();
    await record(3, []);
    await tidy();
    expect(rows('webhook_event')).toBe(4);
    await hall.run('recordDeliveries', { webhookId: 'slow', after: 2, deliveries: [], pause: false, keep: 10 });
    await tidy();
    expect(rows('webhook_event')).toBe(2);
    expect(await work()).toEqual([['ticket.created', 4]]);
    expect(await work('slow')).toHaveLength(2);
  });

  it('ends what is too much or too old, and counts what was missed', async () => {
    await put('ears');
    for (let count = 0; count < 6; count += 1) {
      await hall.create();
      hall.later(60);
    }
    await record(0, [await entry(1, { state: 'waiting', nextTryAt: hall.now })]);
    expect(await tidy({ mostEvents: 4 })).toEqual({ missed: [{ webhookId: 'ears', events: 2 }], more: false });
    expect(await work()).toHaveLength(4);
    const [log] = await store.query('webhookDeliveries', { webhookId: 'ears', limit: 10 });
    expect(log).toMatchObject({ state: 'failed', nextTryAt: null });
    expect(await tidy({ eventsSince: hall.now - 150_000 })).toMatchObject({ missed: [{ events: 2 }] });
    expect(await work()).toHaveLength(2);
    expect(await store.query('webhookProgress', {})).toMatchObject([{ missed: 4, behind: 2, pending: null }]);
    // Nothing that it did not ask for is missed.
    const webhooks = [{ id: 'ears', events: ['ticket.ended'], locations: [] }];
    const input = { limit: 100, eventsSince: 0, mostEvents: 0, logSince: 0, webhooks };
    expect(value(await hall.run('tidyWebhooks', input)).missed).toEqual([]);
  });

  it('goes by slices', async () => {
    await put('ears');
    for (let count = 0; count < 5; count += 1) await hall.create();
    await record(5, []);
    expect(await tidy({ limit: 2 })).toMatchObject({ more: true });
    expect(rows('webhook_event')).toBe(3);
    expect(await tidy({ limit: 2 })).toMatchObject({ more: true });
    expect(await tidy({ limit: 2 })).toMatchObject({ more: false });
    expect(rows('webhook_event')).toBe(0);
  });
});

describe('the log', () => {
  it('has one entry per delivery, newest first, up to its limit', async () => {
    await put('ears');
    for (let count = 0; count < 5; count += 1) await hall.create();
    const waiting = await entry(1, { state: 'waiting', nextTryAt: hall.now + 5000, statusCode: 500, fault: 'status' });
    expect(value(await record(0, [waiting])).numbers).toEqual([1]);
    const again = { ...waiting, state: 'delivered', attempts: 2, nextTryAt: null, statusCode: 200, fault: '' } as const;
    expect(value(await record(1, [again])).numbers).toEqual([1]);
    const log = () => store.query('webhookDeliveries', { webhookId: 'ears', limit: 10 });
    expect(await log()).toEqual([{ ...again, number: 1, webhookId: 'ears' }]);
    await record(5, [await entry(2), await entry(3), await entry(4), await entry(5)], { keep: 3 });
    expect((await log()).map(({ id }) => id)).toEqual(['delivery-5', 'delivery-4', 'delivery-3']);
    const [last] = await log();
    expect(await store.query('webhookDeliveries', { webhookId: 'ears', before: last!.number, limit: 1 })).toMatchObject(
      [{ id: 'delivery-4' }],
    );
    expect(await store.query('webhookDelivery', { webhookId: 'ears', number: last!.number })).toMatchObject({
      delivery: { id: 'delivery-5' },
      ticket: { number: 5 },
    });
    expect(await store.query('webhookDelivery', { webhookId: 'other', number: last!.number })).toBeNull();
    await tidy({ logSince: hall.now + 1 });
    expect(await log()).toEqual([]);
  });

  it('keeps what is to be tried again, however old', async () => {
    await put('ears');
    await hall.create();
    await record(0, [await entry(1, { state: 'waiting', nextTryAt: hall.now })], { keep: 0 });
    await tidy({ logSince: hall.now + 1 });
    expect(await store.query('webhookProgress', {})).toMatchObject([{ pending: { id: 'delivery-1' } }]);
  });

  it('knows a pause, and its end', async () => {
    await put('ears');
    await hall.create();
    await record(1, [await entry(1, { state: 'failed' })], { pause: true });
    expect(await store.query('webhookProgress', {})).toMatchObject([{ pausedAt: hall.now, after: 1 }]);
    value(await hall.run('resumeWebhook', { webhookId: 'ears' }));
    expect(await store.query('webhookProgress', {})).toMatchObject([{ pausedAt: null, after: 1 }]);
    expect(errno(await hall.run('resumeWebhook', { webhookId: 'none' }))).toBe(6);
  });
});
