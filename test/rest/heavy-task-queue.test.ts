/** Queue of heavy back-office tasks: one per event-loop turn, so that tickets are not delayed. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkTurns } from '../../main/rest/heavy-task-queue.ts';
import { openTown, type Town } from '../helpers/town.ts';

const ADMIN = '/restapi/v2/admin';
const AT_ONCE = 12;

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

/** Event-loop turns in which these ended, counted from now. */
async function turnsOf(begin: () => readonly Promise<unknown>[]): Promise<readonly number[]> {
  let turn = 0;
  let done = false;
  const ends: number[] = [];
  const all = Promise.all(
    begin().map(async (work) => {
      await work;
      ends.push(turn);
    }),
  ).then(() => {
    done = true;
  });
  while (!done) {
    await setImmediate();
    turn += 1;
  }
  await all;
  return ends;
}

const inOneTurn = (ends: readonly number[]): number =>
  Math.max(...ends.map((end) => ends.filter((other) => other === end).length));

describe('heavy work', () => {
  it('runs at once for a single caller, and one after another for many', async () => {
    const turns = createWorkTurns();
    const order: number[] = [];
    const ends = await turnsOf(() => [1, 2, 3, 4].map((place) => turns().then(() => order.push(place))));
    expect(order).toEqual([1, 2, 3, 4]);
    expect(ends[0]).toBe(0);
    expect(new Set(ends).size).toBe(4);
    // A caller after the end of all work is alone again.
    await setImmediate();
    expect(await turnsOf(() => [turns()])).toEqual([0]);
  });

  it.each<[string, string, string, object | undefined]>([
    ['lists of the back office', 'GET', `${ADMIN}/services`, undefined],
    ['the whole site', 'GET', `${ADMIN}/site`, undefined],
    ['things that are refused', 'POST', `${ADMIN}/services`, { id: 'passports' }],
    ['previews', 'POST', `${ADMIN}/form-preview?form_id=none`, {}],
  ])('%s', async (_what, method, url, body) => {
    const ask = () =>
      town.server.inject({ method: method as 'GET', url, ...(body === undefined ? {} : { payload: body }) });
    expect(inOneTurn(await turnsOf(() => Array.from({ length: AT_ONCE }, ask)))).toBe(1);
  });

  it('includes parsing large bodies', async () => {
    const payload = `{"a":"${'x'.repeat(20_000)}`;
    const ask = () =>
      town.server.inject({
        method: 'POST',
        url: '/restapi/v2/queuemanagement/createticket',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect(inOneTurn(await turnsOf(() => Array.from({ length: AT_ONCE }, ask)))).toBe(1);
  });

  it('does not delay a quick read', async () => {
    // Refused by the schema: no operation receives any of it.
    const payload = JSON.stringify({
      services: Array.from({ length: 2_000 }, (_, id) => ({ id: `s-${id}`, what: 1 })),
    });
    const headers = { 'content-type': 'application/json' };
    const order: string[] = [];
    const large = Array.from({ length: AT_ONCE }, async () => {
      const { statusCode } = await town.server.inject({ method: 'PUT', url: `${ADMIN}/site`, headers, payload });
      order.push(`site ${statusCode}`);
    });
    const quick = town.server.inject('/restapi/locations').then(() => order.push('locations'));
    await Promise.all([...large, quick]);
    expect(order.filter((what) => what === 'site 400')).toHaveLength(AT_ONCE);
    expect(order.indexOf('locations')).toBeLessThan(2);
  });
});

describe('changes of the site', () => {
  it('run in one turn of the event loop each, also when they are refused', async () => {
    const bad = () => town.site.change(({ file }) => ({ ...file, nothing: 'of the kind' }));
    expect(inOneTurn(await turnsOf(() => Array.from({ length: AT_ONCE }, bad)))).toBe(1);
  });
});
