/** Long answers as JSON are written in pieces, and say the same as when they are written at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonWriter } from '../../main/rest/responses/json-writer.ts';
import { isLong, longJson } from '../../main/rest/responses/long-json.ts';
import { parseSite } from '../../main/site/rules/site.ts';
import { siteItemViewSchema, siteViewSchema } from '../../main/site/rules/site-json-schema.ts';
import { openTown, type Town } from '../helpers/town.ts';

/** Enough for thousands of services: one has 500 at most. */
const HALLS = ['hall', 'hall-2', 'hall-3', 'hall-4', 'hall-5', 'hall-6'];
const locations = HALLS.map((id) => ({ id, name: 'Hall', languages: ['en', 'pt_PT'] }));

const services = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `s${place}`,
    name: `"S" ${place} é`,
    location: HALLS[place % HALLS.length],
  }));

function siteOf(count: number): object {
  const parsed = parseSite({
    locations,
    services: services(count),
    users: [{ id: 'ana', username: 'ana', password: 'a long enough one' }],
  });
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return { success: true, site: parsed.value };
}

const boolean = { type: 'boolean' };
const SITE = { type: 'object', properties: { success: boolean, site: siteViewSchema() } };
const LIST = {
  type: 'object',
  properties: { success: boolean, services: { type: 'array', items: siteItemViewSchema('services') } },
};

async function piecesOf(schema: object, answer: object): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of longJson(schema, answer)) pieces.push(String(piece));
  return pieces;
}

describe('a long answer', () => {
  it.each<[string, object, object]>([
    ['a whole site', SITE, siteOf(2_000)],
    ['one list', LIST, { success: true, services: services(2_000) }],
    ['one with fields that the schema does not have', LIST, { services: services(300), password: 'x', success: true }],
  ])('says what a short one would say: %s', async (_what, schema, answer) => {
    expect(isLong(schema, answer)).toBe(true);
    const pieces = await piecesOf(schema, answer);
    expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(jsonWriter(schema)(answer)));
    expect(pieces.join('').includes('a long enough one')).toBe(false);
    // None of them is much longer than a chunk.
    expect(pieces.every(({ length }) => length < 2 * 64 * 1024)).toBe(true);
  });

  it('is one with many things in a list', () => {
    expect(isLong(SITE, siteOf(200))).toBe(false);
    expect(isLong(SITE, siteOf(201))).toBe(true);
    expect(isLong(LIST, { success: false })).toBe(false);
  });
});

describe('the export of a large site', () => {
  let town: Town;
  beforeAll(async () => {
    town = await openTown({ site: { locations, services: services(3_000) } });
  });
  afterAll(() => town.close());

  it('is sent while it is written, so that it is never in memory as a whole', async () => {
    const response = await fetch(`${town.address}/restapi/v2/admin/site`);
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await response.json()).site.services).toHaveLength(3_000);
    const head = await fetch(`${town.address}/restapi/v2/admin/site`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('the first state of a counter with many services', () => {
  let town: Town;
  beforeAll(async () => {
    town = await openTown({ site: { locations, services: services(1_800) } });
  });
  afterAll(() => town.close());

  it('is no fault of the server when its client goes before it is written', async () => {
    const asked = () =>
      fetch(`${town.address}/restapi/v2/queuemanagement/initialstate`, {
        method: 'POST',
        body: new URLSearchParams({ location_id: 'hall', all_services: 'true' }),
      });
    town.server.server.once('request', (request) => request.once('end', () => request.socket.destroy()));
    await expect(asked()).rejects.toThrow();
    const whole = await asked();
    expect(whole.headers.get('content-length')).toBeNull();
    expect((await whole.json()).success).toBe(true);
    expect(town.logged.filter(({ event }) => event === 'http.unexpected-error')).toEqual([]);
  });
});
