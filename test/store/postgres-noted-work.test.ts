/** What the log says of a database that goes away and comes back, and of bugs. */
import { describe, expect, it } from 'vitest';
import { createNotedWork, type NotedWork } from '../../main/database/postgres/availability-log.ts';
import { StoreBusy, StoreUnreachable } from '../../main/database/store-errors.ts';

const AWAY = new Error('Connection terminated unexpectedly');
const fine = async (): Promise<string> => 'done';
const failing = (error: Error) => () => Promise.reject(error);

function note(sinceAnswer = () => 0): { readonly work: NotedWork; readonly logged: { readonly event: string }[] } {
  const logged: { readonly event: string }[] = [];
  const add = (event: string, fields?: object): unknown => logged.push({ event, ...fields });
  return {
    work: createNotedWork({ log: { info: add, warn: add, error: add }, deadlineMs: 60_000, sinceAnswer }),
    logged,
  };
}

describe('a database that is away', () => {
  it('is logged once at its begin and once at its end, and all callers get the failure', async () => {
    const { work, logged } = note();
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(work.noting(failing(AWAY))).rejects.toBeInstanceOf(StoreUnreachable);
    }
    expect(await work.noting(fine)).toBe('done');
    expect(await work.noting(fine)).toBe('done');
    expect(logged).toEqual([{ event: 'store.unavailable', error: AWAY.message }, { event: 'store.recovered' }]);
  });

  it('is no news to what began before it came back', async () => {
    const { work, logged } = note();
    const { promise, reject } = Promise.withResolvers<never>();
    const old = work.noting(() => promise);
    await work.noting(failing(AWAY)).catch(() => undefined);
    await work.noting(fine);
    reject(AWAY);
    await expect(old).rejects.toBeInstanceOf(StoreUnreachable);
    expect(logged.map(({ event }) => event)).toEqual(['store.unavailable', 'store.recovered']);
  });
});

it('is distinguished from overload, which is logged from time to time', async () => {
  const { work, logged } = note();
  const busy = new StoreBusy('too much');
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(work.noting(failing(busy), 'report.past')).rejects.toBe(busy);
    expect(await work.noting(fine)).toBe('done');
  }
  expect(logged).toEqual([{ event: 'store.overloaded', operation: 'report.past' }]);
});

it('differs from a bug, which is logged each time with its operation, without the quoted value', async () => {
  const { work, logged } = note();
  // 22P02: invalid_text_representation, as PostgreSQL tells it.
  const bug = () => Object.assign(new Error('invalid input syntax for type bigint: "Joana"'), { code: '22P02' });
  for (const request of ['1', '2']) {
    await expect(work.noting(failing(bug()), 'createTicket', request)).rejects.toThrow(
      /^invalid input syntax for type bigint: …$/,
    );
  }
  expect(logged).toMatchObject([
    { event: 'store.unexpected-error', operation: 'createTicket', request: '1' },
    { event: 'store.unexpected-error', operation: 'createTicket', request: '2' },
  ]);
  expect(JSON.stringify(logged)).not.toContain('Joana');
});

it('refuses what is asked once it is closed', async () => {
  const { work, logged } = note();
  work.close();
  await expect(work.noting(fine)).rejects.toThrow('The store is closed.');
  await expect(work.inTime(fine)).rejects.toBeInstanceOf(StoreUnreachable);
  expect(logged).toEqual([]);
});
