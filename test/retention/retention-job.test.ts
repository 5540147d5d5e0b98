/** Deletion of tickets after their retention, safe against mistakes and wrong clocks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import { startHistoryClock } from '../../main/retention/service/retention-job.ts';
import { openTurnedStore } from '../helpers/turned-store.ts';
import { newTicket } from '../store/new-ticket.ts';

const DAY_MS = 86_400_000;
const SITE = {
  settings: {},
  locations: [{ id: 'hall', name: 'Hall' }],
  services: [{ id: 'a', name: 'A', tag: 'A', location: 'hall' }],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(at: string) {
  const { clock, store, site, pass, jump } = await openTurnedStore(folder, at);
  if (site.current().locations.length === 0) expect((await site.load(SITE)).ok).toBe(true);
  const logged: string[] = [];
  const note = (event: string): number => logged.push(event);
  const forgetting = startHistoryClock({ store, site, clock, log: { info: note, warn: note, error: note } });
  await forgetting.started;
  return {
    store,
    logged,
    keep: (settings: object) => site.load({ settings }),
    pass,
    jump,
    /** A ticket of some days ago that was called and ended. */
    async visit(daysAgo: number): Promise<string> {
      const now = clock.now() - daysAgo * DAY_MS;
      const at = { locationId: 'hall', day: new Date(now).toISOString().slice(0, 10) };
      const input = newTicket({ ...at, serviceId: 'a', deviceId: 'kiosk' });
      const made = await store.run('createTicket', input, { now });
      if (!made.ok) throw new Error(`errno ${made.error.errno}`);
      const { id } = made.value.ticket;
      const seat = { ...at, deskId: 'desk', userId: 'eva', callPolicy: 'end_current', services: ['a'] } as const;
      const called = await store.run('callTicket', { ...seat, ticketId: id }, { now });
      if (!called.ok) throw new Error(`errno ${called.error.errno}`);
      await store.run('endCall', { answerId: called.value.answer.id }, { now: now + 60_000 });
      return id;
    },
    async has(ticketId: string): Promise<boolean> {
      return (await store.query('ticket', { ticketId })) !== null;
    },
    /** Users in the figures of the last 400 days. */
    async users(): Promise<readonly string[]> {
      const [from, to] = [clock.now() - 400 * DAY_MS, clock.now()];
      const [first, last] = [from, to].map((instant) => new Date(instant).toISOString().slice(0, 10)) as [
        string,
        string,
      ];
      const dayRules = await store.query('dayRules', { locationId: 'hall' });
      const rules = { from: first, to: last, dayRules, targets: NO_TARGETS, services: [], desks: [], users: [] };
      const { users, total } = await store.report('period', { locationId: 'hall', from, until: to, rules });
      expect(total).toMatchObject({ issued: 3, calls: 3, served: 3 });
      return users.map(({ key, calls }) => `${key} ${calls}`);
    },
    async stop(): Promise<void> {
      await forgetting.close();
      await store.close();
    },
  };
}

it('deletes tickets after their retention, a day after it was set, and keeps figures', async () => {
  const house = await start('2026-11-22T10:00:00Z');
  const [ancient, old, young] = [await house.visit(300), await house.visit(31), await house.visit(29)];
  await house.pass(2);
  expect(await house.has(ancient)).toBe(true);
  await house.keep({ keep_tickets: 30 });
  await house.pass(24);
  expect([await house.has(ancient), await house.has(old)]).toEqual([true, true]);
  await house.pass(1);
  expect([await house.has(ancient), await house.has(old), await house.has(young)]).toEqual([false, false, true]);
  expect(await house.users()).toEqual(['eva 3']);
  expect(house.logged).toEqual(['retention.scheduled', 'retention.purged']);
  // 29 days ago and two more.
  await house.pass(48);
  expect(await house.has(young)).toBe(false);
  await house.keep({ keep_tickets: 30, keep_clerks: 100 });
  await house.pass(26);
  expect((await house.users()).toSorted()).toEqual([' 1', 'eva 2']);
  await house.stop();
});

it('allows a wrong number to be reverted for a day', async () => {
  const house = await start('2026-11-22T10:00:00Z');
  const old = await house.visit(200);
  await house.keep({ keep_tickets: 3650 });
  await house.pass(26);
  await house.keep({ keep_tickets: 365 });
  await house.pass(2);
  await house.keep({ keep_tickets: 36 });
  await house.pass(23);
  await house.keep({ keep_tickets: 360 });
  await house.pass(30);
  expect(await house.has(old)).toBe(true);
  expect((await house.keep({ keep_tickets: 6 })).ok).toBe(false);
  await house.stop();
});

it('deletes nothing because of a clock jump', async () => {
  const house = await start('2026-11-22T10:00:00Z');
  const young = await house.visit(1);
  await house.keep({ keep_tickets: 7 });
  await house.pass(30);
  await house.jump(300 * DAY_MS);
  expect(await house.has(young)).toBe(true);
  await house.pass(23);
  expect(await house.has(young)).toBe(true);
  // The clock stays there for a day, and is accepted.
  await house.pass(2);
  expect(await house.has(young)).toBe(false);
  await house.stop();
});

it('continues after a power failure of a night, and waits after one of years', async () => {
  const house = await start('2026-11-22T10:00:00Z');
  const old = await house.visit(8);
  await house.keep({ keep_tickets: 7 });
  await house.pass(20);
  await house.stop();
  const next = await start('2026-11-23T16:00:00Z');
  expect(await next.has(old)).toBe(false);
  await next.stop();
});

it.each(['', '{', 'null', '7', '[]', '{"since":"x"}'])(
  'starts the delay again if %j is stored as the change',
  async (kept) => {
    const house = await start('2026-11-22T10:00:00Z');
    const old = await house.visit(200);
    await house.store.writeMeta('history.plan', kept);
    await house.keep({ keep_tickets: 30 });
    await house.pass(23);
    expect(await house.has(old)).toBe(true);
    await house.pass(3);
    expect(await house.has(old)).toBe(false);
    expect(house.logged).not.toContain('retention.failed');
    await house.stop();
  },
);
