/** Addresses that do not exist: a page for browsers, an error for programs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function open(path: string, accept: string, language = 'en') {
  const headers = { accept, 'accept-language': language };
  const answer = await fetch(`${town.address}${path}`, { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

it('answers a browser with a page', async () => {
  const { status, type, text } = await open('/conter', BROWSER);
  expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
  expect(text).toContain('<h1>Page not found</h1>');
});

it.each([
  ['de-AT,de;q=0.9,en;q=0.5', '<html lang="de" dir="ltr">', 'Seite nicht gefunden'],
  ['ar', '<html lang="ar" dir="rtl">', 'الصفحة غير موجودة'],
  ['xx,pl;q=0.5', '<html lang="pl" dir="ltr">', 'Nie znaleziono strony'],
  ['xx"><script>', '<html lang="en" dir="ltr">', 'Page not found'],
])('speaks the language of the browser: %s', async (language, start, title) => {
  const { text } = await open('/conter', BROWSER, language);
  expect(text).toContain(start);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).not.toContain('<script');
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
