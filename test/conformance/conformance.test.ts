/** Conformance tool: our server conforms, and deviations of others are reported by operation. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConformanceResult, checkConformance } from '../../main/conformance/check-conformance.ts';
import { TEXT_TYPE } from '../contract/situations.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

const run = promisify(execFile);
const ENTRY = new URL('../../main/conformance-cli.ts', import.meta.url).pathname;

// biome-ignore lint/suspicious/noExplicitAny: responses are changed freely
type Json = any;

/** Deviation of a server: receives a request path and its response, and returns another response. */
type Mistake = (path: string, answer: Json) => Json;

let town: LockedTown;
let stub: Server;
let stubUrl: string;
let mistake: Mistake = (_path, answer) => answer;
/** Response text, if set. */
let raw: ((path: string) => { status: number; type: string; text: string } | null) | null = null;

beforeAll(async () => {
  town = await openLockedTown({ site: { ...lockedSite(), question_answer_types: [TEXT_TYPE] } });
  stub = createServer(async (request, response) => {
    const path = request.url ?? '';
    const own = raw?.(path) ?? null;
    if (own?.status === 0) return void request.socket.destroy();
    if (own !== null) return void response.writeHead(own.status, { 'content-type': own.type }).end(own.text);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization } = request.headers;
    const answer = await fetch(town.address + path, {
      method: request.method ?? 'GET',
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(chunks.length === 0 ? {} : { 'content-type': 'application/json' }),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    const changed = type.includes('json') ? JSON.stringify(mistake(path, JSON.parse(text))) : text;
    response.writeHead(answer.status, { 'content-type': type }).end(changed);
  });
  stub.listen(0, '127.0.0.1');
  await once(stub, 'listening');
  stubUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stub.closeAllConnections();
  stub.close();
  await town.close();
});
beforeEach(() => {
  mistake = (_path, answer) => answer;
  raw = null;
  // The rate limit of logins starts again.
  town.clock.advance(600_000);
});

const WHO = { user: 'chief', password: 'chief-password', service: 'passports', desk: 'desk-1' };

async function deviating(): Promise<readonly ConformanceResult[]> {
  const lines: ConformanceResult[] = [];
  await checkConformance({ url: stubUrl, ...WHO }, (line) => lines.push(line));
  expect(lines.length).toBeGreaterThan(36);
  // Node's HTTP server, which the stub is, knows no method UPDATE.
  return lines.filter(({ operation, deviations }) => deviations.length > 0 && operation !== 'update a form');
}

describe('our own server', () => {
  it('conforms in every operation, by the command line tool', async () => {
    const args = [ENTRY, '--url', town.address, '--user', WHO.user, '--service', WHO.service, '--desk', WHO.desk];
    const { stdout } = await run(process.execPath, args, { env: { ...process.env, TAN_PASSWORD: WHO.password } });
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toMatch(/^ok {4}createticket$/m);
    expect(stdout).toMatch(/\n\d\d conforming, 0 deviating\n$/);
  });

  it('conforms with a service and a desk that the tool finds', async () => {
    const lines: ConformanceResult[] = [];
    await checkConformance({ url: town.address, ...WHO, service: '', desk: '' }, (line) => lines.push(line));
    expect(lines.filter(({ deviations }) => deviations.length > 0)).toEqual([]);
  });
});

describe('a server that deviates', () => {
  const at =
    (operation: string, change: (answer: Json) => void): Mistake =>
    (path, answer) => {
      if (path.includes(operation) && answer.success) change(answer);
      return answer;
    };

  it.each<[string, string, Mistake, RegExp]>([
    [
      'a missing field',
      'createticket',
      at('/createticket', (answer) => delete answer.ticket.note),
      /ticket\.note is missing/,
    ],
    [
      'a wrong type',
      'createticket',
      at('/createticket', (answer) => (answer.ticket.number = 1)),
      /ticket\.number must be string/,
    ],
    [
      'an unknown field',
      'locations',
      at('/locations', (answer) => (answer.locations[0].colour = 'red')),
      /colour is not a field of the interface/,
    ],
    [
      'another form of times',
      'callpausedticket',
      at('/callpausedticket', (answer) => (answer.answer.call_date = '2026-11-20T12:00:00Z')),
      /call_date is not a timestamp/,
    ],
    [
      'another state',
      'callnextticket',
      at('/callnextticket', (answer) => (answer.answer.ticket.state = '1')),
      /state of the called ticket is 1 instead of 2/,
    ],
    [
      'a list without the ticket',
      'pausedticketslist',
      at('/pausedticketslist', (answer) => (answer.tickets = [])),
      /not in the list/,
    ],
    [
      'another name',
      'createticket',
      at('/createticket', (answer) => (answer.ticket.client_name = '')),
      /client_name differs/,
    ],
    [
      'no success',
      'recall',
      (path, answer) => (path.includes('/recall') ? { success: false, errno: 9 } : answer),
      /refused: errno 9/,
    ],
    [
      'a key that is none',
      'login',
      at('/login', (answer) => (answer.authtoken = `${answer.authtoken}.x`)),
      /not a JWT/,
    ],
    [
      'another errno',
      'errno 3: unknown operation',
      (path, answer) => (path.includes('nosuch') ? { ...answer, errno: 1 } : answer),
      /errno is 1 instead of 3/,
    ],
    [
      'failures without success',
      'errno 5: missing parameter',
      (_path, answer) => (answer.errno === 5 ? { errno: 5 } : answer),
      /success of an error response is not false/,
    ],
    [
      'parts that were asked for missing',
      'initialstate',
      at('/initialstate', (answer) => delete answer.lastTickets),
      /lastTickets\.byservice was requested/,
    ],
    [
      'calls left out',
      'ticket/lastTickets',
      at('/lastTickets', (answer) => (answer.lastTickets = [])),
      /called ticket is not listed/,
    ],
  ])('is reported for %s', async (_what, operation, wrong, words) => {
    mistake = wrong;
    const lines = await deviating();
    const line = lines.find((one) => one.operation === operation);
    expect(line?.deviations.join('\n')).toMatch(words);
    // Without a key nothing else can be checked.
    if (operation !== 'login') expect(lines).toEqual([line]);
  });

  it.each<[string, string, { status: number; type: string; text: string }, RegExp]>([
    [
      'HTML in place of JSON',
      '/serverservices',
      { status: 200, type: 'text/html', text: '<p>' },
      /not JSON \(HTTP 200\)/,
    ],
    [
      'JSON as text',
      '/qats',
      { status: 200, type: 'text/plain', text: '{"success":true,"question_answer_types":[]}' },
      /Content-Type is text\/plain/,
    ],
    ['JSON in place of XML', '/locations?format=xml', { status: 200, type: 'application/json', text: '{}' }, /not XML/],
    [
      'JSON that is no object',
      '/users',
      { status: 200, type: 'application/json', text: 'null' },
      /^the response is not a JSON object \(HTTP 200\)$/,
    ],
    ['a closed connection', '/users', { status: 0, type: '', text: '' }, /no answer/],
  ])('is reported for %s', async (_what, path, answer, words) => {
    raw = (asked) => (asked.endsWith(path) ? answer : null);
    const lines = await deviating();
    expect(lines.flatMap(({ deviations }) => deviations).join('\n')).toMatch(words);
  });

  it('is reported for a missing list, without consequential errors', async () => {
    mistake = at('/lastTickets', (answer) => delete answer.lastTickets);
    expect(await deviating()).toEqual([{ operation: 'ticket/lastTickets', deviations: ['lastTickets is missing'] }]);
  });

  it('makes the command exit with 1, and a wrong command line with 2', async () => {
    mistake = at('/recall', (answer) => (answer.more = 1));
    const args = ['--url', stubUrl, '--user', WHO.user, '--service', WHO.service, '--desk', WHO.desk];
    const env = { ...process.env, TAN_PASSWORD: WHO.password };
    const failed = await run(process.execPath, [ENTRY, ...args], { env }).catch((error) => error);
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}recall\n +more is not a field/m)]);
    const wrong = await run(process.execPath, [ENTRY, '--url', 'nowhere', '--user', 'x'], { env }).catch(
      (error) => error,
    );
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'conformance: --url must be an address such as http://127.0.0.1:8080; see --help\n',
    ]);
  });
});
