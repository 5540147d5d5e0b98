/** What several servers over one PostgreSQL tell of a location: the same, under the same numbers, with nothing missing. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { QueueEvent } from '../../main/queue/contract/records.ts';
import type { FollowedLocation, NumberedChange } from '../../main/queue/operations/location-changes.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { checkPlace } from '../../main/store/transfer/integrity/check-place.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { Hall, value } from './queue-hall.ts';

let url: string;
let stores: readonly Store[];
let admin: pg.Client;
beforeAll(async () => {
  ({ url } = await newDatabase());
  const open = () => openPostgresStore({ url, log: silentLog, connections: 3, connectMs: 60_000, deadlineMs: 120_000 });
  stores = [await open(), await open()];
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await admin.end();
});

interface Follower extends FollowedLocation {
  readonly first: number;
  readonly told: NumberedChange[];
  readonly events: QueueEvent[];
  lost: number;
}

async function follow(store: Store, locationId: string): Promise<Follower> {
  const told: NumberedChange[] = [];
  const events: QueueEvent[] = [];
  const stopEvents = store.onEvents((happened) =>
    events.push(...happened.filter((event) => event.locationId === locationId)),
  );
  const followed = store.follow?.(locationId, (changes) => {
    if (changes === null) follower.lost += 1;
    else told.push(...changes);
  });
  if (followed === undefined) throw new Error('This store has nobody beside it.');
  const follower: Follower = { ...followed, first: await followed.begun, told, events, lost: 0 };
  onTestFinished(() => {
    stopEvents();
    followed.stop();
  });
  return follower;
}

const numbersOf = ({ told }: Follower): number[] => told.map(({ number }) => number);
const typesOf = ({ told }: Follower): string[] =>
  told.map(({ change }) => (change.kind === 'event' ? change.event.type : change.kind));
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + 1 + index);

async function cutNotices(): Promise<void> {
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%notices' AND datname = current_database()",
  );
}

describe('what an earlier program that still runs would keep', () => {
  it('is refused, because no server could read it', async () => {
    const keep = (body: string) =>
      admin.query('INSERT INTO location_event VALUES ($1, 1, 1, $2, $3, $4)', ['earlier', 'event', '', body]);
    await expect(keep('{"type":"ticket.created"}')).rejects.toThrow('location_event_is_list');
    await keep('["ticket.created","","",0,0]');
  });
});

describe('what two servers do at a location', () => {
  it('is published by both alike: tickets, and the changed counts', async () => {
    const [here, there] = [new Hall(stores[0]!, 'alike'), new Hall(stores[1]!, 'alike')];
    const followers = [await follow(stores[0]!, 'alike'), await follow(stores[1]!, 'alike')];
    const { ticket } = await here.create({ clientName: 'Joana', note: 'Ramp' });
    const call = await there.next('alike-1');
    for (const follower of followers) {
      await expect.poll(() => typesOf(follower)).toEqual(['ticket.created', 'counts', 'ticket.called', 'counts']);
      expect(numbersOf(follower)).toEqual(from(follower.first, 4));
      expect(follower.told[1]?.change).toMatchObject({
        queues: [{ serviceId: here.service('a'), waiting: 1, lastIssuedNumber: 1 }],
        isNewDay: false,
      });
      expect(follower.told[2]?.change).toMatchObject({
        event: { ticket: { ...ticket, state: 2 }, answer: call.answer },
      });
      expect(follower.told[3]?.change).toMatchObject({ queues: [{ waiting: 0, averageWaitSeconds: 0 }] });
      expect(follower.events.map(({ type }) => type)).toEqual(['ticket.created', 'ticket.called']);
    }
  });

  it('is published in one order and once each, also when notifications are lost', async () => {
    const halls = stores.map((store) => new Hall(store, 'rush'));
    const followers = [await follow(stores[0]!, 'rush'), await follow(stores[1]!, 'rush')];
    const work = async (hall: Hall, index: number): Promise<void> => {
      await hall.create();
      value(await hall.tryNext(`rush-${index}`));
    };
    const cutAgainAndAgain = async (): Promise<void> => {
      for (let count = 0; count < 6; count += 1) await cutNotices();
    };
    await Promise.all([
      cutAgainAndAgain(),
      ...Array.from({ length: 60 }, (_, index) => work(halls[index % 2]!, index)),
    ]);
    const tickets = (follower: Follower): number => typesOf(follower).filter((type) => type !== 'counts').length;
    for (const follower of followers) {
      await expect.poll(() => [tickets(follower), follower.lost]).toEqual([120, 0]);
      expect(numbersOf(follower)).toEqual(from(follower.first, follower.told.length));
      expect(new Set(follower.events.map(({ type, ticketId }) => `${type} ${ticketId}`)).size).toBe(120);
      expect(follower.events).toHaveLength(120);
    }
    const [one, other] = followers.map(({ told }) => told.slice(0, 120));
    expect(one).toEqual(other);
  });

  it('is published from the start of a subscription until its end', async () => {
    const hall = new Hall(stores[0]!, 'later');
    await hall.create();
    const follower = await follow(stores[1]!, 'later');
    await hall.create();
    await expect.poll(() => typesOf(follower)).toEqual(['ticket.created', 'counts']);
    follower.stop();
    const another = await follow(stores[1]!, 'later');
    await hall.create();
    await expect.poll(() => another.told.length).toBe(2);
    expect(follower.told).toHaveLength(2);
  });

  it('can be read again, as long as it is kept', async () => {
    const hall = new Hall(stores[0]!, 'again');
    const follower = await follow(stores[1]!, 'again');
    for (let count = 0; count < 5; count += 1) await hall.create();
    await expect.poll(() => follower.told.length).toBe(10);
    const last = follower.first + 10;
    expect(await follower.past(follower.first, last)).toEqual(follower.told);
    expect(await follower.past(last, last)).toEqual([]);
    for (const first of [0, follower.first - 1, last + 1]) expect(await follower.past(first, last)).toBeNull();
    await admin.query("DELETE FROM location_event WHERE location_id = 'again' AND number <= $1", [last - 3]);
    expect(await follower.past(follower.first, last)).toBeNull();
    expect(await follower.past(last - 3, last)).toHaveLength(3);
  });

  it('begins a new day for everybody', async () => {
    const hall = new Hall(stores[0]!, 'morning');
    await hall.create();
    const follower = await follow(stores[1]!, 'morning');
    hall.later(24 * 3600);
    hall.day = '2026-11-21';
    await hall.create({ serviceId: hall.service('b') });
    await expect.poll(() => typesOf(follower)).toEqual(['queue.reset', 'ticket.created', 'counts']);
    expect(follower.told[2]?.change).toMatchObject({
      isNewDay: true,
      queues: [{ serviceId: hall.service('b'), waiting: 1, lastIssuedNumber: 1 }],
    });
  });
});

describe('what is kept of it', () => {
  it('is nothing of the visitor', async () => {
    const hall = new Hall(stores[0]!, 'private');
    const follower = await follow(stores[1]!, 'private');
    await hall.create({ clientName: 'Joana', note: 'Ramp', customField: 'Chair' });
    await expect.poll(() => follower.events).toMatchObject([{ ticket: { clientName: 'Joana', customField: 'Chair' } }]);
    const { rows } = await admin.query<{ text: string }>(
      "SELECT location_event::text AS text FROM location_event WHERE location_id = 'private'",
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/Joana|Ramp|Chair/);
    value(
      await hall.run('anonymise', {
        limit: 10,
        tickets: [{ locationId: 'private', issuedBefore: hall.now + 1 }],
        appointments: [],
      }),
    );
    const [first] = (await follower.past(follower.first, follower.first + 1)) ?? [];
    expect(first?.change).toMatchObject({ event: { ticket: { clientName: '', note: '', label: expect.any(String) } } });
  });

  it('is bounded', async () => {
    const hall = new Hall(stores[0]!, 'busy');
    const follower = await follow(stores[0]!, 'busy');
    for (let round = 0; round < 24; round += 1) await Promise.all(Array.from({ length: 60 }, () => hall.create()));
    await expect.poll(() => follower.events.length).toBe(1440);
    const { rows } = await admin.query<{ kept: number }>(
      "SELECT count(*)::int AS kept FROM location_event WHERE location_id = 'busy'",
    );
    expect(rows[0]?.kept).toBeGreaterThanOrEqual(1000);
    expect(rows[0]?.kept).toBeLessThan(1300);
  });

  it('has no gap when old ones are deleted, whatever the servers’ clocks were', async () => {
    const hall = new Hall(stores[0]!, 'clocks');
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 60 }, () => hall.create()));
    const numbers = async (): Promise<readonly number[]> => {
      const text = "SELECT number::text FROM location_event WHERE location_id = 'clocks' ORDER BY number";
      return (await admin.query<{ number: string }>(text)).rows.map(({ number }) => Number(number));
    };
    const [first = 0] = await numbers();
    await admin.query(
      "UPDATE location_event SET at = 0 WHERE location_id = 'clocks' AND (number < $1::bigint + 20 OR number % 2 = 0)",
      [first],
    );
    hall.later(60);
    hall.day = '2026-11-21';
    await hall.create();
    const kept = await numbers();
    expect(kept[0]).toBeGreaterThanOrEqual(first + 20);
    expect(kept.length).toBeGreaterThanOrEqual(200);
    expect(kept).toEqual(kept.map((_, index) => (kept[0] ?? 0) + index));
    expect(await checkPlace({ engine: 'postgres', url })).not.toContainEqual(expect.stringContaining('clocks'));
  });
});

describe('what a server says besides', () => {
  it('is published by all, and once if several report it', async () => {
    const followers = [await follow(stores[0]!, 'word'), await follow(stores[1]!, 'word')];
    const after = followers[0]!.first;
    const said = await Promise.all(followers.map((follower) => follower.say({ open: true }, after)));
    expect(said.toSorted()).toEqual([false, true]);
    for (const follower of followers) {
      await expect.poll(() => follower.told).toMatchObject([{ change: { kind: 'said', body: { open: true } } }]);
    }
    await new Hall(stores[1]!, 'word').create();
    // Tickets come in between; only words are to be heard first.
    expect(await followers[0]!.say({ open: false }, after)).toBe(false);
    expect(await followers[0]!.say({ open: false }, after + 1)).toBe(true);
    await expect.poll(() => typesOf(followers[1]!)).toEqual(['said', 'ticket.created', 'counts', 'said']);
  });
});

describe('a database that is not where it was', () => {
  it('makes every subscriber start again', async () => {
    const hall = new Hall(stores[0]!, 'copy');
    const follower = await follow(stores[1]!, 'copy');
    await hall.create();
    await expect.poll(() => follower.told.length).toBe(2);
    await admin.query("UPDATE location_queue SET event_number = event_number - 2 WHERE location_id = 'copy'");
    await admin.query("DELETE FROM location_event WHERE location_id = 'copy'");
    await expect.poll(() => follower.lost).toBe(1);
    const again = await follow(stores[1]!, 'copy');
    expect(again.first).toBe(follower.first);
    await hall.create();
    await expect.poll(() => again.told.length).toBe(2);
  });
});
