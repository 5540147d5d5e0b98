/** Clock correction: business days, tickets and calls are moved in one transaction. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { ClockRight, Store } from '../../main/store/contract/store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { Hall, value } from './queue-hall.ts';

const DAY_MS = 86_400_000;
let folder: string;
let store: Store;
let hall: Hall;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clock-right-'));
  store = await openSqliteStore({ file: join(folder, 'queue.db'), log: silentLog });
  hall = new Hall(store);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The location continues `days` later, with the name of that day. */
async function putRight(days: number, wrongSince: number | null): Promise<void> {
  const byMs = days * DAY_MS;
  for (let each = 0; each < days; each += 1) hall.nextDay();
  const right: ClockRight = {
    byMs,
    wrongSince,
    now: hall.now,
    days: [{ locationId: hall.locationId, day: hall.day, seenDay: hall.day }],
  };
  await store.putClockRight?.(right);
}

const ticketOf = (ticketId: string) => store.query('ticket', { ticketId });

describe('a clock correction by days', () => {
  it('ends no ticket, continues with the next number, and corrects the times of waiting and served tickets', async () => {
    const [first, second] = [await hall.create(), await hall.create()];
    const serving = await hall.call(first.ticket.id);
    const began = hall.now;
    await putRight(3, began - 3_600_000);
    expect(await hall.waiting()).toEqual([second.ticket.id]);
    expect((await hall.create()).ticket.number).toBe(3);
    const moved = await ticketOf(second.ticket.id);
    expect(moved?.issuedAt).toBe(second.ticket.issuedAt + 3 * DAY_MS);
    expect(moved?.waitingSince).toBe(second.ticket.waitingSince + 3 * DAY_MS);
    const ended = value(await hall.tryAnswer('endCall', serving.answer.id));
    expect(JSON.stringify(ended)).toContain(String(serving.answer.calledAt + 3 * DAY_MS));
  });

  it('moves only open tickets if the previous clock was not known to be wrong', async () => {
    const [done, waits] = [await hall.create(), await hall.create()];
    const call = await hall.call(done.ticket.id);
    value(await hall.tryAnswer('endCall', call.answer.id));
    await putRight(1, null);
    expect((await ticketOf(done.ticket.id))?.issuedAt).toBe(done.ticket.issuedAt);
    expect((await ticketOf(waits.ticket.id))?.issuedAt).toBe(waits.ticket.issuedAt + DAY_MS);
    expect(await hall.waiting()).toEqual([waits.ticket.id]);
  });

  it('begins the next business day at its time', async () => {
    await hall.create();
    await putRight(1, null);
    hall.nextDay();
    expect((await hall.create()).ticket.number).toBe(1);
  });
});
