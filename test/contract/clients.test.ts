/** The same interface for clients that people really have: curl, Python's urllib and Node's fetch; Chromium's is in test/browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { readXml } from './send.ts';
import { ANSWERS, type AnswerName, shapeFaults } from './shapes.ts';
import { NEW_FORM, TEXT_TYPE } from './situations.ts';

const run = promisify(execFile);

interface Request {
  readonly method: string;
  readonly url: string;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
type Client = (request: Request) => Promise<{ readonly status: number; readonly text: string }>;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const curl: Client = async ({ method, url, type, body, headers = {} }) => {
  const more = Object.entries({ ...headers, ...(type === undefined ? {} : { 'content-type': type }) });
  const { stdout } = await run('curl', [
    ...[
      '--silent',
      '--show-error',
      '--globoff',
      '--max-time',
      '30',
      '--write-out',
      '\n%{http_code}',
      '--request',
      method,
    ],
    ...more.flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(body === undefined ? [] : ['--data-binary', body]),
    url,
  ]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
};

const PYTHON = `
import json, sys, urllib.request, urllib.error
request = json.load(sys.stdin)
body = request.get("body")
sent = urllib.request.Request(request["url"], method=request["method"], data=None if body is None else body.encode(),
    headers={**request.get("headers", {}), **({"Content-Type": request["type"]} if "type" in request else {})})
try:
    answer = urllib.request.urlopen(sent, timeout=30)
except urllib.error.HTTPError as failure:
    answer = failure
print(json.dumps({"status": answer.status, "text": answer.read().decode()}))
`;
const python: Client = (request) =>
  new Promise((resolve, reject) => {
    const child = execFile('python3', ['-c', PYTHON], { timeout: 60_000 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(error),
    );
    child.stdin?.end(JSON.stringify(request));
  });

const fetching: Client = async ({ method, url, type, body, headers = {} }) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
};

let town: Town;
beforeAll(async () => {
  town = await openTown({ site: { ...townSite(), question_answer_types: [TEXT_TYPE] } });
});
afterAll(() => town.close());

describe.each([
  ['curl', curl],
  ["Python's urllib", python],
  ["Node's fetch", fetching],
] as const)('%s', (_name, client) => {
  /** Sends, and checks that what comes back is exactly of that shape. */
  async function ask(answer: AnswerName, request: Request) {
    const { status, text } = await client({ ...request, url: `${town.address}${request.url}` });
    expect([status, text]).toEqual([200, expect.any(String)]);
    const shape = ANSWERS[answer];
    const value = request.url.includes('format=xml') ? readXml(text, shape) : JSON.parse(text);
    expect(shapeFaults(value, shape)).toEqual([]);
    return value;
  }
  const queue = (operation: string): string => `/restapi/v2/queuemanagement/${operation}`;

  it('serves a visitor from the ticket to the end', async () => {
    const drawn = await ask('created', {
      method: 'POST',
      url: queue('createticket'),
      type: FORM,
      body: 'service_id=passports&client_name=Zo%C3%AB+%26+Co&device_id=kiosk-1&lang=pt',
    });
    expect(drawn.ticket).toMatchObject({ client_name: 'Zoë & Co', lang: 'pt_PT' });
    const ticket_id = drawn.ticket.id;
    const { answer } = await ask('call', {
      method: 'POST',
      url: `${queue('callticket')}?desk_id=desk-1&user_id=ana&format=xml`,
      type: JSON_TYPE,
      body: JSON.stringify({ ticket_id }),
    });
    expect(answer.ticket.id).toBe(ticket_id);
    await ask('done', { method: 'POST', url: `${queue('recall')}?answer_id=${answer.id}` });
    await ask('done', { method: 'POST', url: queue('endcall'), type: FORM, body: `answer_id=${answer.id}` });
    const { ticket } = await ask('details', { method: 'GET', url: `/restapi/ticket/details/${ticket_id}` });
    expect(ticket.state).toBe(5);
    const again = await client({ method: 'POST', url: `${town.address}${queue('endcall')}?answer_id=${answer.id}` });
    expect([again.status, JSON.parse(again.text).errno]).toEqual([409, 116]);
  });

  it('looks things up in its own language', async () => {
    const { locations } = await ask('locations', {
      method: 'GET',
      url: '/restapi/locations?filter[locations][]=hall&format=xml',
      headers: { 'accept-language': 'pt-PT' },
    });
    expect(locations).toMatchObject([{ id: 'hall', name: 'Câmara Municipal' }]);
    const counts = await ask('counts', { method: 'GET', url: queue('waitingticketscount/hall') });
    expect(counts.services).toHaveLength(4);
  });

  it('makes, changes with UPDATE, and deletes a form', async () => {
    const json = { type: JSON_TYPE, body: JSON.stringify(NEW_FORM) };
    const { id } = await ask('formId', { method: 'POST', url: '/restapi/v2/forms', ...json });
    const changed = { type: JSON_TYPE, body: JSON.stringify({ ...NEW_FORM, name: 'Changed' }) };
    await ask('formId', { method: 'UPDATE', url: `/restapi/v2/forms/${id}`, ...changed });
    const { role } = await ask('form', { method: 'GET', url: `/restapi/v2/forms/${id}` });
    expect(role.name).toBe('Changed');
    await ask('done', { method: 'DELETE', url: `/restapi/v2/forms/${id}` });
  });
});
