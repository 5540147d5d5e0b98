/** What browsers are told about every answer: it is data, kept by nobody, shown in no frame. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;
beforeAll(async () => {
  town = await openLockedTown();
});
afterAll(() => town.close());

const LOCKED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function lockedOf(headers: Headers): Record<string, string | null> {
  return Object.fromEntries(Object.keys(LOCKED).map((name) => [name, headers.get(name)]));
}

/** Bytes on a bare connection, and what comes back. */
function sendRaw(bytes: string): Promise<string> {
  const { port, hostname } = new URL(town.address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => {
      text += String(part);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('every answer of the interface', () => {
  it.each<[string, string, string, string]>([
    ['a list', 'GET', '/restapi/locations', 'chief'],
    ['a document of the back office', 'GET', '/restapi/v2/admin/users', 'chief'],
    ['an answer in XML', 'GET', '/restapi/locations?format=xml', 'chief'],
    ['a refusal', 'GET', '/restapi/v2/admin/users', ''],
    ['a refused login', 'POST', '/restapi/v2/queuemanagement/login', ''],
    ['an address that there is not', 'GET', '/nowhere', ''],
    ['an address that cannot be read', 'GET', '/restapi/%', ''],
    ['a sign of life', 'GET', '/healthz', ''],
  ])('has the security headers: %s', async (_what, method, path, user) => {
    const headers = user === '' ? {} : { authorization: `Bearer ${await town.keyOf(user)}` };
    const body = method === 'POST' ? { body: new URLSearchParams({ user_id: 'ana', password: 'x' }) } : {};
    const answer = await fetch(`${town.address}${path}`, { method, headers, ...body });
    expect(lockedOf(answer.headers)).toEqual(LOCKED);
  });

  it('has the security headers also for malformed HTTP', async () => {
    const answer = await sendRaw('NO HTTP AT ALL\r\n\r\n');
    for (const [name, value] of Object.entries(LOCKED)) expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
  });

  it('does not echo requests: TRACE is refused', async () => {
    const answer = await sendRaw(
      'TRACE /healthz HTTP/1.1\r\nhost: localhost\r\nx-a: QXZW\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).not.toContain('QXZW');
  });

  it('has a content type with charset', async () => {
    const json = await fetch(`${town.address}/restapi/locations`);
    const xml = await fetch(`${town.address}/restapi/locations?format=xml`);
    expect([json, xml].map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json; charset=utf-8',
      'application/xml; charset=utf-8',
    ]);
  });
});
