/** The line under "Try it" of every operation of the interface, as the page shows it, run against the demo site. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../main/server/openapi/document.ts';
import { OPERATIONS } from '../../main/server/routes/operations.ts';
import { openTown, type Town } from '../helpers/town.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into freely
type Json = any;

const api: Json = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS)));
const resolve = (value: Json): Json =>
  typeof value?.$ref === 'string'
    ? (value.$ref as string)
        .slice(2)
        .split('/')
        .reduce((at, part) => at[part], api)
    : (value ?? {});
const { curlLine }: Json = await import(new URL('assets/docs/curl-line.js', ROOT).href);

/** Tickets and calls come and go: a reader has their own, and so has each line here. */
const TICKET = '019aa1b2-0000-7000-8000-000000000001';
const CALL = '019aa1b2-0000-7000-8000-000000000002';

/** What deletes comes last, in the order in which there is still something to delete. */
const LAST = ['delete_question', 'update_form', 'update_form_patch', 'delete_form'];
const operations = Object.entries<Json>(api.paths)
  .flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, op]) => [op.operationId, method, path, op] as const),
  )
  .filter(([, , , operation]) => operation['x-part'] === 'interface')
  .toSorted(([one], [other]) => LAST.indexOf(one) - LAST.indexOf(other));

let town: Town;
beforeAll(async () => {
  town = await openTown({ site: JSON.parse(await readFile(new URL('assets/demo/site.json', ROOT), 'utf8')) });
});
afterAll(() => town.close());

/** The state of a ticket in which the operation can be done; a waiting one for all others. */
const ENDS: Readonly<Record<string, string>> = { callpausedticket: 'pausecall', callcancelledticket: 'cancelcall' };

async function withOwnIds(name: string, line: string): Promise<string> {
  if (name === 'callnextticket') await town.createTicket('Passports');
  if (!line.includes(TICKET) && !line.includes(CALL)) return line;
  const at = { desk_id: 'desk-1', user_id: 'counter1' };
  const { ticket } = await town.createTicket('Passports');
  const end = ENDS[name];
  if (!line.includes(CALL) && end === undefined) return line.replaceAll(TICKET, ticket.id);
  const { answer } = (await town.post('callticket', { ...at, ticket_id: ticket.id })).body;
  if (end !== undefined) await town.post(end, { answer_id: answer.id });
  return line.replaceAll(TICKET, ticket.id).replaceAll(CALL, answer.id);
}

it('is there for each of them', () => {
  expect(operations.length).toBeGreaterThanOrEqual(31);
});

it.each(operations)('works: %s', async (name, method, path, operation) => {
  const line: string = curlLine(method.toUpperCase(), path, operation, { resolve, origin: town.address });
  expect(line).not.toMatch(/undefined|…/);
  const own = await withOwnIds(name, line);
  const script = `curl() { command curl -sS -w '\n%{http_code}' "$@"; }\nKEY=none\n${own}`;
  const { stdout } = await run('bash', ['-eu', '-c', script], { timeout: 30_000 });
  const [body = '', status] = stdout.split('\n');
  expect([status, JSON.parse(body)], own).toMatchObject(['200', { success: true }]);
});
