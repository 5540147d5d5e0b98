/** Relay of the public demo: requests as a demo receives them, and answers as visitors receive them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDemoFront } from '../../../main/app/visitor-demo/demo-front.ts';
import { createDemoHalls, MAX_OPEN_REQUESTS } from '../../../main/app/visitor-demo/demo-halls.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const HANDSHAKE = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n`;

interface Demo {
  readonly answer?: RequestListener;
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

async function listen(server: NetServer | Server, at: string | number): Promise<void> {
  await new Promise<void>((resolve) => server.listen(at, resolve));
  onTestFinished(() => void server.close());
}

/** A demo server whose only demo answers as the test wants, and the requests that it received. */
async function openFront(
  { answer = (_request, response) => response.end('ok'), upgrade }: Demo = {},
  isSecure = false,
) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-front-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const socketPath = join(folder, 'http.sock');
  const received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const demo = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => received.push({ method, url, headers, body }));
    answer(request, response);
  });
  if (upgrade !== undefined) demo.on('upgrade', upgrade);
  await listen(demo, socketPath);
  const log = recordingLog();
  const clock = turnedClock('2026-11-27T09:00:00Z');
  const halls = createDemoHalls({ clock, log, start: async () => ({ socketPath, close: async () => {} }) });
  const front = createDemoFront({ halls, log, clock, trustedProxies: [], isSecure });
  await listen(front, 0);
  const { port } = front.address() as AddressInfo;
  const opened = halls.open('192.0.2.1');
  if (!opened.ok) throw new Error(opened.error.reason);
  const cookie = `Cookie: tan_demo=${opened.value.id}\r\n`;

  /** Sends bytes and gives all that is answered, until the connection ends or the answer has this text. */
  function talk(bytes: string, until?: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.write(bytes);
    return new Promise((resolve, reject) => {
      socket.on('error', reject).on('close', () => resolve(text));
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (until !== undefined && text.includes(until)) socket.destroy();
      });
    });
  }
  /** Sends bytes and reads nothing. */
  function connectSilently(bytes: string): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(bytes);
    return socket;
  }
  const ask = (method: string, headers: string, body = ''): Promise<string> =>
    talk(`${method} /x HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}Connection: close\r\n${headers}\r\n${body}`);
  return { front, halls, hall: opened.value, clock, received, cookie, talk, connectSilently, ask };
}

const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status ?? '');

describe('a request to a demo', () => {
  it.each([
    'Keep-Alive: timeout=600',
    'Proxy-Connection: keep-alive',
    'Proxy-Authorization: Basic YTpi',
    'TE: trailers',
    'Trailer: X-Sum',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    'Expect: 100-continue',
    'X-Forwarded-For: 198.51.100.7',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.example',
    'Forwarded: for=198.51.100.7',
    'X-Real-IP: 198.51.100.7',
    'CF-Connecting-IP: 198.51.100.7',
    'Via: 1.1 evil.example',
    'Cookie: other=1',
  ])('arrives without the header %s', async (header) => {
    const { ask, received } = await openFront();
    expect(statuses(await ask('POST', `${header}\r\nAccept: text/plain\r\nContent-Length: 2\r\n`, 'ab'))).toContain(
      '200',
    );
    const name = header.split(':', 1)[0]?.toLowerCase() ?? '';
    expect(received).toMatchObject([{ url: '/x', body: 'ab', headers: { accept: 'text/plain', host: '127.0.0.1' } }]);
    expect(received[0]?.headers).not.toHaveProperty(name);
  });

  it('arrives without the headers that Connection names, but with its host and length', async () => {
    const { talk, cookie, received } = await openFront();
    const named = 'Connection: close, X-Secret, host, Content-Length\r\nX-Secret: 1\r\nX-Open: 2\r\n';
    const answer = await talk(`POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${named}Content-Length: 2\r\n\r\nab`);
    expect(statuses(answer)).toEqual(['200']);
    expect(received).toMatchObject([
      { body: 'ab', headers: { host: '127.0.0.1', 'content-length': '2', 'x-open': '2' } },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('x-secret');
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT'])(
    'hides no second request in a %s with chunks',
    async (method) => {
      const { ask, received, cookie } = await openFront();
      const hidden = `GET /hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}\r\n`;
      const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
      expect(statuses(await ask(method, 'Transfer-Encoding: chunked\r\n', chunks))).toEqual(['200']);
      await expect.poll(() => received).toHaveLength(1);
      expect(received).toMatchObject([{ method, url: '/x', body: hidden }]);
    },
  );

  it('with a length and chunks is refused', async () => {
    const { ask, received } = await openFront();
    const answer = await ask('POST', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n');
    expect([statuses(answer), received]).toEqual([['400'], []]);
  });

  it('gets an answer without headers of the other connection, and without cookies', async () => {
    const { ask } = await openFront({
      answer: (_request, response) => {
        response.writeHead(200, {
          connection: 'close, x-inner',
          'keep-alive': 'timeout=600',
          'proxy-authenticate': 'Basic',
          'set-cookie': 'tan_demo=chosen',
          trailer: 'x-sum',
          'transfer-encoding': 'chunked',
          upgrade: 'h2c',
          'x-inner': '1',
          'x-outer': '2',
        });
        response.end('ok');
      },
    });
    const [head = ''] = (await ask('GET', '')).toLowerCase().split('\r\n\r\n', 1);
    expect(head).toContain('x-outer: 2');
    expect(head).not.toMatch(/keep-alive:|proxy-authenticate|set-cookie|trailer|upgrade|x-inner/);
  });

  it('ends when the demo has received too much', async () => {
    const { front, hall, ask } = await openFront({ answer: (request) => request.resume() });
    hall.receive(16 * 1024 * 1024 - 1024);
    const answer = await ask('POST', 'Content-Length: 10000000\r\n', 'x'.repeat(2048)).catch(() => '');
    expect(answer).toBe('');
    expect(front.listening).toBe(true);
  });
});

describe('a WebSocket to a demo', () => {
  const echo: Demo['upgrade'] = (_request, socket, head) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Echo: 1\r\n\r\n');
    socket.write(head);
    socket.pipe(socket);
  };

  it('carries bytes in both directions after the demo has accepted it', async () => {
    const { talk, cookie } = await openFront({ upgrade: echo });
    const answer = await talk(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${HANDSHAKE}\r\nhello`, 'hello');
    expect(answer).toMatch(/^HTTP\/1\.1 101 .*\r\n(.*\r\n)*x-echo: 1\r\n/);
    expect(answer.endsWith('\r\n\r\nhello')).toBe(true);
  });

  it('arrives without forwarding headers', async () => {
    const handshakes: IncomingMessage['headers'][] = [];
    const { talk, cookie } = await openFront({
      upgrade: (request, socket, head) => {
        handshakes.push(request.headers);
        echo(request, socket, head);
      },
    });
    const headers = `${cookie}${HANDSHAKE}X-Forwarded-For: 198.51.100.7\r\nProxy-Authorization: Basic YTpi\r\n`;
    await talk(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\nhello`, 'hello');
    expect(handshakes).toMatchObject([{ host: '127.0.0.1', 'sec-websocket-key': KEY }]);
    for (const name of ['x-forwarded-for', 'proxy-authorization', 'cookie'])
      expect(handshakes[0]).not.toHaveProperty(name);
  });

  it('that the demo refuses gets its answer, and no way to further requests', async () => {
    const { talk, cookie, received } = await openFront({
      upgrade: (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno'),
    });
    const next = `GET /next HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}\r\n`;
    const answer = await talk(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${HANDSHAKE}\r\n${next}`);
    expect([statuses(answer), answer.endsWith('no'), received]).toEqual([['404'], true, []]);
  });

  it('that the demo refuses is closed, also if the visitor keeps its half open', async () => {
    const { front, cookie, connectSilently } = await openFront({
      upgrade: (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno'),
    });
    const connections = () => new Promise((resolve) => front.getConnections((_error, count) => resolve(count)));
    connectSilently(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${HANDSHAKE}\r\n`);
    await expect.poll(connections).toBe(1);
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  });

  it.each([
    ['without a key', 'GET', 'Upgrade: websocket\r\n'],
    ['as POST', 'POST', HANDSHAKE],
    ['with a body', 'GET', `${HANDSHAKE}Content-Length: 2\r\n`],
  ])('%s is an ordinary request', async (_how, method, headers) => {
    const { talk, cookie, received } = await openFront({ upgrade: echo });
    const body = headers.includes('Length') ? 'ab' : '';
    const connection = 'Connection: Upgrade, close\r\n';
    const rest = headers.replace('Connection: Upgrade\r\n', '');
    const answer = await talk(`${method} /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${connection}${rest}\r\n${body}`);
    expect(statuses(answer)).toEqual(['200']);
    expect(received).toMatchObject([{ method, url: '/ws', body }]);
    expect(received[0]?.headers).not.toHaveProperty('upgrade');
  });

  it('ends when the demo has received too much', async () => {
    const { talk, cookie, hall } = await openFront({ upgrade: echo });
    hall.receive(16 * 1024 * 1024 - 1024);
    const open = `GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}${HANDSHAKE}\r\n`;
    expect(statuses(await talk(`${open}${'x'.repeat(2048)}`))).toEqual(['101']);
  });
});

describe('the cookie of a demo', () => {
  const page = 'GET /counter/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nConnection: close\r\n';
  const enter = `${page}Cookie: tan_demo=new\r\n`;

  it('is set by the start page, which keeps the one of a demo', async () => {
    const { talk, cookie } = await openFront();
    const start = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n';
    expect(await talk(`${start}\r\n`)).toMatch(/set-cookie: tan_demo=new; Path=\/; HttpOnly; SameSite=Lax\r\n/i);
    expect(await talk(`${start}${cookie}\r\n`)).not.toMatch(/set-cookie/i);
  });

  it('is needed for a demo: a page visit without it leads to the start page', async () => {
    const { talk, halls } = await openFront();
    expect(await talk(`${page}\r\n`)).toMatch(/^HTTP\/1\.1 303 [\s\S]*\r\nlocation: \/\r\n/);
    expect(halls.count()).toBe(1);
  });

  it('cannot be set by another host where visitors come by https', async () => {
    const { talk } = await openFront({}, true);
    expect(await talk(`${page}Cookie: __Host-tan_demo=new\r\n\r\n`)).toMatch(
      /set-cookie: __Host-tan_demo=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure/,
    );
  });

  it('is given to a page in a tab, and to no preload and no frame of another site', async () => {
    const { talk, halls } = await openFront();
    for (const header of ['Sec-Fetch-Dest: iframe', 'Sec-Purpose: prefetch', 'Purpose: prefetch'])
      expect(statuses(await talk(`${enter}${header}\r\n\r\n`))).toEqual(['410']);
    expect(halls.count()).toBe(1);
    expect(statuses(await talk(`${enter}Sec-Fetch-Dest: document\r\n\r\n`))).toEqual(['200']);
    expect(halls.count()).toBe(2);
  });
});

it('keeps robots of search engines from its pages', async () => {
  const { talk, halls } = await openFront();
  const ask = (method: string) =>
    talk(`${method} /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  expect(await ask('GET')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n(.*\r\n)?User-agent: \*\nDisallow: \/\n/);
  expect([statuses(await ask('HEAD')), halls.count()]).toEqual([['200'], 1]);
});

describe('a slow client', () => {
  it('that never ends its headers or its body is disconnected', async () => {
    const { front, talk, cookie } = await openFront({ answer: (request) => request.resume() });
    expect([front.headersTimeout, front.requestTimeout]).toEqual([10_000, 30_000]);
    front.headersTimeout = 1;
    front.requestTimeout = 1;
    const head = 'Host: 127.0.0.1\r\n';
    const answers = await Promise.all([
      talk(`GET / HTTP/1.1\r\n${head}`),
      talk(`POST /x HTTP/1.1\r\n${head}${cookie}Content-Length: 9\r\n\r\nx`),
    ]);
    expect(answers.map(statuses)).toEqual([['408'], ['408']]);
  });

  it('that does not read its response is disconnected after two minutes, and frees its request', async () => {
    // More than the buffers of both connections hold.
    const large = Buffer.alloc(32 * 1024 * 1024);
    const { hall, clock, cookie, connectSilently } = await openFront({
      answer: (_request, response) => response.end(large),
    });
    const isFull = (): boolean => {
      const admitted = hall.admit();
      if (admitted.ok) admitted.value.done();
      return !admitted.ok;
    };
    for (let open = 0; open < MAX_OPEN_REQUESTS; open += 1)
      connectSilently(`GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n${cookie}\r\n`);
    await expect.poll(isFull).toBe(true);
    clock.advance(120_000);
    await expect.poll(isFull).toBe(false);
  });
});
