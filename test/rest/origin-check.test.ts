/** Host and origin checks: unknown host names and other origins are refused before anything is read. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { registerPages, SERVER_PAGES } from '../../main/kiosk/shells/web/pages.ts';
import { refusalOf } from '../helpers/refused-socket.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
let pagesDir: string;
beforeAll(async () => {
  const site = townSite();
  const settings = {
    ...(site.settings as object),
    public_url: 'https://queue.pontalva.example/',
    api_authentication: false,
    allowed_hosts: ['Intranet.Pontalva.example', 'bürgeramt.example', '2001:db8::7', '192.0.2.9:8443'],
    cors_origins: ['https://desk.example'],
  };
  pagesDir = await somePages();
  town = await openTown({
    site: { ...site, settings },
    prepare: async (server) => {
      await registerPages(server, { pagesDir, pages: SERVER_PAGES });
      server.get('/somewhere', (_request, reply) => reply.send('not a page'));
    },
  });
});
afterAll(async () => {
  await town.close();
  await rm(pagesDir, { recursive: true, force: true });
});

/** Empty pages. */
async function somePages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guard-pages-'));
  for (const name of ['assets', ...SERVER_PAGES.map((page) => page.name)]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.html'), '<!doctype html>');
  }
  return folder;
}

interface Heard {
  readonly status: number;
  readonly text: string;
}

/** Sends exactly these bytes. */
async function send(bytes: string): Promise<Heard> {
  const socket = connect(Number(new URL(town.address).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), text };
}

const get = (host: string, target = '/restapi/locations', more = ''): Promise<Heard> =>
  send(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\n${more}connection: close\r\n\r\n`);

describe('the host name of a request', () => {
  it.each([
    ['a loopback name', 'localhost'],
    ['with a port that is forwarded', 'localhost:9000'],
    ['in capitals', 'LocalHost:8080'],
    ['with its dot', 'localhost.:8080'],
    ['below localhost', 'queue.localhost'],
    ['a loopback address', '127.0.0.1:8080'],
    ['another loopback address', '127.3.2.1'],
    ['the IPv6 loopback address', '[::1]:8080'],
    ['written at length', '[0:0:0:0:0:0:0:1]'],
    ['as IPv4 in IPv6', '[::ffff:127.0.0.1]:8080'],
    ['of the public address', 'queue.pontalva.example'],
    ['of the public address with a port and a dot', 'Queue.Pontalva.Example.:443'],
    ['that is allowed', 'intranet.pontalva.example:8080'],
    ['that is allowed in another script', 'xn--brgeramt-65a.example'],
    ['an IPv6 address that is allowed', '[2001:DB8:0::7]:8080'],
    ['an address that was allowed with a port', '192.0.2.9'],
    ['empty', ''],
  ])('is accepted: %s', async (_name, host) => {
    expect(await get(host)).toMatchObject({ status: 200 });
  });

  it.each([
    ['another name', 'rebind.example'],
    ['with our port', 'rebind.example:8080'],
    ['that begins like ours', 'localhost.rebind.example'],
    ['that ends like ours', 'notlocalhost'],
    ['that holds an allowed one', 'intranet.pontalva.example.rebind.example'],
    ['below the public one', 'a.queue.pontalva.example'],
    ['a foreign address', '203.0.113.7'],
    ['an address that begins like loopback', '127.0.0.1.rebind.example'],
    ['with a user before it', 'localhost@rebind.example'],
    ['with a user who is ours', 'rebind.example@localhost'],
    ['with a path', 'localhost/rebind.example'],
    ['with a percent sign', 'rebind.example%00localhost'],
    ['two at once', 'localhost, rebind.example'],
    ['no address at all', '[::1'],
    ['a bracket too many', '[::1]]'],
    ['a port that is none', 'localhost:80:80'],
  ])('is refused: %s', async (_name, host) => {
    const answer = await get(host);
    expect(answer.status).toBe(421);
    expect(answer.text).toContain('"errno":108');
    expect(answer.text).not.toContain('rebind');
  });

  it('is refused in XML too', async () => {
    const answer = await get('rebind.example', '/restapi/locations?format=xml');
    expect(answer).toMatchObject({ status: 421, text: expect.stringContaining('<errno>108</errno>') });
  });

  it('is taken from the address before the header', async () => {
    expect(await get('localhost', 'http://localhost:8080/restapi/locations')).toMatchObject({ status: 200 });
    expect(await get('localhost', 'http://rebind.example/restapi/locations')).toMatchObject({ status: 421 });
    expect(await get('rebind.example', 'http://localhost/restapi/locations')).toMatchObject({ status: 421 });
    expect(await get('localhost', 'HTTP://localhost@rebind.example/')).toMatchObject({ status: 421 });
  });

  it('can be missing only in HTTP/1.0, and appear only once', async () => {
    expect(await send('GET /restapi/locations HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 });
    expect(await send('GET /restapi/locations HTTP/1.0\r\nhost: rebind.example\r\n\r\n')).toMatchObject({
      status: 421,
    });
    expect(await send('GET / HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatchObject({ status: 400 });
    expect(
      await send('GET / HTTP/1.1\r\nhost: localhost\r\nhost: rebind.example\r\nconnection: close\r\n\r\n'),
    ).toMatchObject({ status: 400 });
  });

  it('is checked for every address and method, also for the literal UPDATE', async () => {
    for (const line of [
      'GET /kiosk/',
      'POST /healthz',
      'GET /healthz/more',
      'GET /nowhere',
      'OPTIONS *',
      'UPDATE /restapi/v2/forms/x',
      'HEAD /restapi/locations',
    ]) {
      const request = `${line} HTTP/1.1\r\nhost: rebind.example\r\nconnection: close\r\n\r\n`;
      expect([line, (await send(request)).status]).toEqual([line, 421]);
    }
  });

  it('is checked before query and body', async () => {
    expect(await get('rebind.example', '/restapi/locations?%zz')).toMatchObject({ status: 421 });
    const post = 'POST /restapi/v2/queuemanagement/createticket HTTP/1.1\r\nhost: rebind.example\r\n';
    expect(await send(`${post}content-length: 9000000\r\nconnection: close\r\n\r\n`)).toMatchObject({ status: 421 });
  });

  it('is logged once, so that administrators can allow it', async () => {
    await get('other-name.example');
    await get('other-name.example:80');
    const told = town.logged.filter(
      ({ data }) => (data as { host?: string } | undefined)?.host === 'other-name.example',
    );
    expect(told.map(({ event }) => event)).toEqual(['http.host-rejected']);
  });
});

describe('requests of pages', () => {
  const port = (): string => new URL(town.address).port;
  /** Headers of a browser for a page of that origin. */
  const from = (origin: string, more: Record<string, string> = {}) => ({ origin, ...more });
  const DRAW = {
    method: 'POST',
    body: 'service_id=passports',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };

  const post = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
      ...DRAW,
      headers: { ...DRAW.headers, ...headers },
    });
    if (response.status === 403) expect(await response.json()).toMatchObject({ success: false, errno: 108 });
    return response.status;
  };
  const look = async (path: string, headers: Record<string, string>): Promise<number> => {
    // Node's fetch does not allow programs to set the origin.
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return (await get('127.0.0.1', path, lines.join(''))).status;
  };

  it('from the server’s origin can write, behind any proxy', async () => {
    expect(await post(from(town.address))).toBe(200);
    expect(await post(from('https://queue.pontalva.example'))).toBe(200);
    expect(
      (await get('intranet.pontalva.example', '/restapi/locations', 'origin: https://intranet.pontalva.example\r\n'))
        .status,
    ).toBe(200);
    expect(await look('/restapi/locations', { 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await look('/restapi/locations', { 'sec-fetch-site': 'none' })).toBe(200);
  });

  it('from allowed origins are accepted, with CORS headers', async () => {
    expect(await post(from('https://desk.example'))).toBe(200);
  });

  it.each([
    ['elsewhere', () => from('https://evil.example')],
    ['another port of this computer', () => from('http://127.0.0.1:1')],
    ['another name of this computer', () => from(`http://localhost:${port()}`)],
    ['nowhere', () => from('null')],
    ['nothing', () => from('')],
    ['a name that begins like an allowed one', () => from('https://desk.example.evil.example')],
    ['an allowed one without TLS', () => from('http://desk.example')],
    ['the public name without TLS', () => from('http://queue.pontalva.example')],
    ['a file', () => from('file://')],
    ['an extension', () => from('chrome-extension://abcdef')],
  ])('from %s are refused', async (_name, headers) => {
    expect(await post(headers())).toBe(403);
  });

  it('from other sites are refused also for reads without an origin', async () => {
    const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    expect(await look('/restapi/locations', { 'sec-fetch-site': 'cross-site', ...image })).toBe(403);
    expect(await look('/restapi/locations', { 'sec-fetch-site': 'same-site', ...image })).toBe(403);
    expect(await look('/healthz', { 'sec-fetch-site': 'cross-site', ...image })).toBe(403);
  });

  it('can come from links to pages, and to nothing else', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of ['/', '/counter', '/admin/?a=b', '/ticket/abc', '/display/?device=x']) {
      expect([path, await look(path, link)]).toEqual([path, path === '/' || path === '/counter' ? 302 : 200]);
    }
    for (const path of ['/restapi/locations', '/%72estapi/locations', '/somewhere', '/metrics', '/nowhere']) {
      expect([path, await look(path, link)]).toEqual([path, 403]);
    }
    expect(await look('/counter', { ...link, 'sec-fetch-dest': 'iframe' })).toBe(403);
    expect(await look('/counter', { ...link, 'sec-fetch-mode': 'no-cors' })).toBe(403);
  });

  it('from other origins open no WebSocket', async () => {
    const address = town.address.replace('http', 'ws');
    const open = (path: string, headers: Record<string, string>): WebSocket =>
      new WebSocket(address + path, { headers });
    for (const path of ['/restapi/v2/events?location=hall', '/restapi/v2/tickets/live', '/kiosk/shell']) {
      for (const [headers, status] of [
        [{ origin: 'https://evil.example' }, 403],
        [{ origin: 'null' }, 403],
        [{ host: 'rebind.example', origin: 'http://rebind.example' }, 421],
      ] as const) {
        const refused = await refusalOf(open(path, headers));
        expect([path, refused.status, refused.body.errno]).toEqual([path, status, 108]);
      }
    }
  });

  it('from allowed origins get a preflight response, others do not', async () => {
    const ask = (origin: string): Promise<Response> =>
      fetch(`${town.address}/restapi/v2/forms/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'UPDATE' },
      });
    const allowed = await ask('https://desk.example');
    expect([allowed.status, allowed.headers.get('access-control-allow-methods')]).toEqual([
      204,
      expect.stringContaining('UPDATE'),
    ]);
    const refused = await ask('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('from all origins are accepted if the site allows it', async () => {
    const { cors_origins: before } = town.site.current().settings;
    const settings = { ...town.site.current().settings, cors_origins: ['*'] };
    await town.site.load({ settings });
    expect(await post(from('https://evil.example'))).toBe(200);
    await town.site.load({ settings: { ...settings, cors_origins: [...before] } });
    expect(await post(from('https://evil.example'))).toBe(403);
  });
});

describe('the back office', () => {
  const send = (path: string, type: string, body: string): Promise<Response> =>
    fetch(`${town.address}/restapi/v2/admin/${path}`, { method: 'POST', headers: { 'content-type': type }, body });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'username=mallory'],
    [
      'fields',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n',
    ],
    ['a text that is JSON', 'text/plain', '{"username":"mallory"}'],
    ['something like JSON', 'application/jsonx', '{"username":"mallory"}'],
  ])('accepts only JSON, not %s', async (_name, type, body) => {
    for (const path of ['users', 'devices/kiosk-1/key', 'users/ana/revoke']) {
      const answer = await send(path, type, body);
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        {
          success: false,
          errno: 5,
          code: 'json_body_required',
          parameter: 'body',
          error: expect.stringContaining('JSON'),
        },
      ]);
    }
  });

  it('needs no body for operations without parameters', async () => {
    expect((await send('users/ana/revoke', 'application/x-www-form-urlencoded', '')).status).toBe(200);
    expect((await send('users/ana/revoke', 'Application/JSON; charset=utf-8', '{}')).status).toBe(200);
  });
});

describe('every response', () => {
  it.each([
    ['a good one', 'GET /restapi/locations'],
    ['a failure', 'GET /restapi/nothing'],
    ['an address that cannot be read', 'GET /%zz'],
    ['a method that is none', 'UPSERT /restapi/locations'],
    ['a response to OPTIONS', 'OPTIONS /restapi/locations'],
    ['a page', 'GET /counter/'],
    ['the way to a page', 'GET /counter'],
    ['a sign of life', 'GET /healthz'],
  ])('is interpreted only as its declared type: %s', async (_name, line) => {
    const answer = await send(`${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer.text.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('is neither cached nor readable by other pages', async () => {
    const { headers } = await fetch(`${town.address}/restapi/locations`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});
