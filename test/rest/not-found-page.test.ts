/** Addresses that do not exist: a page for browsers, an error for programs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function open(path: string, accept: string) {
  const answer = await fetch(`${town.address}${path}`, { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

it('answers a browser with a page', async () => {
  const { status, type, text } = await open('/conter', BROWSER);
  expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
  expect(text).toContain('<h1>Page not found</h1>');
});

it('links only pages that this server has', async () => {
  const { text } = await open('/conter', BROWSER);
  for (const [, path] of text.matchAll(/href="([^"]+)"/g)) {
    expect((await open(path ?? '', BROWSER)).status, path).toBe(200);
  }
});

it.each([
  ['a program', '/conter', '*/*'],
  ['a browser below the REST API', '/restapi/v2/conter', BROWSER],
])('answers %s with the error as JSON', async (_, path, accept) => {
  const { status, type, text } = await open(path, accept);
  expect([status, type]).toEqual([404, expect.stringMatching(/^application\/json/)]);
  expect(JSON.parse(text)).toMatchObject({ success: false, errno: 3 });
});
