/** Requests that are refused before their body is read: their clients, which are still writing, read why. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const TIMES = 12;
/** In another process: that of the server writes nothing while it closes a connection. */
const CLIENT = `
  const [address, headers, times] = process.argv.slice(1);
  const body = 'x'.repeat(4 * 1024 * 1024);
  const asked = { method: 'POST', body, headers: JSON.parse(headers) };
  const ask = () => fetch(address, asked).then(
    async (response) => response.status + ' ' + (await response.json()).errno,
    (error) => error.cause?.message ?? String(error),
  );
  Promise.all(Array.from({ length: Number(times) }, ask)).then((answers) => console.log(JSON.stringify(answers)));
`;

it.each([
  ['a body that is too long', '/restapi/v2/queuemanagement/createticket', {}, '413 130'],
  [
    'the same, on a connection that ends',
    '/restapi/v2/queuemanagement/createticket',
    { connection: 'close' },
    '413 130',
  ],
  ['a body for which there is no operation', '/restapi/v2/queuemanagement/none', { connection: 'close' }, '404 3'],
])('%s', async (_, path, headers, answer) => {
  const more = { 'content-type': 'application/json', ...headers };
  const args = ['-e', CLIENT, `${town.address}${path}`, JSON.stringify(more), String(TIMES)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: TIMES }, () => answer));
});
