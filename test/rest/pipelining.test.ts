/** Many requests in one packet, of a client that does not read the answers. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

/** More than half a megabyte, so that some of them are more than what lies between two programs. */
const LARGE = 'GET /restapi/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
const SMALL = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LAST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';

/** An answer that is written while its client reads, and far more than what lies between two programs. */
const STREAMED = 'GET /streamed HTTP/1.1\r\nhost: localhost\r\n\r\n';
const PIECE = 'a'.repeat(64 * 1024);
const PIECES = 200;

let town: Town;
let client: Socket;
beforeEach(async () => {
  town = await openTown({
    prepare: (server) => {
      const pieces = Array.from({ length: PIECES }, () => PIECE);
      server.get('/streamed', (_request, reply) => reply.send(Readable.from(pieces, { highWaterMark: 1 })));
    },
  });
  client = connect(Number(new URL(town.address).port), '127.0.0.1').pause();
  client.on('error', () => {});
});
afterEach(async () => {
  client.destroy();
  await town.close();
});

it('are answered one after the other, however many came', async () => {
  const answers: ServerResponse[] = [];
  let mostAtOnce = 0;
  town.server.server.prependListener('request', (_request, response: ServerResponse) => {
    answers.push(response);
    const { writeHead } = response;
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      const begun = answers.filter(({ headersSent, writableFinished }) => headersSent && !writableFinished);
      mostAtOnce = Math.max(mostAtOnce, begun.length + 1);
      return writeHead.apply(response, given);
    }) as typeof writeHead;
  });
  client.write(LARGE.repeat(60) + LAST);
  await expect.poll(() => answers.length).toBe(61);
  let heard = '';
  client.on('data', (data) => {
    heard += data.toString('latin1');
  });
  client.resume();
  await once(client, 'close');
  expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(61);
  expect(mostAtOnce).toBe(1);
});

it('end the connection where they are far too many, and nothing of it stays', async () => {
  const [[connection]] = await Promise.all([
    once(town.server.server, 'connection') as Promise<[Socket]>,
    once(client, 'connect'),
  ]);
  const ended = once(connection, 'close');
  client.write(LARGE.repeat(60) + SMALL.repeat(1000));
  await ended;
  expect((await fetch(`${town.address}/healthz`)).status).toBe(200);
});

const HOST = 'host: localhost\r\n';
it.each([
  ['asks for a tunnel', `CONNECT here:1 HTTP/1.1\r\n${HOST}\r\n`],
  [
    'has a body that breaks off',
    `POST /restapi/v2/login HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\nno size\r\n`,
  ],
  ['is no HTTP', 'no HTTP at all\r\n\r\n'],
  ['is too long', `GET / HTTP/1.1\r\n${HOST}x: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['has another method', `UPDATE /restapi/v2/none HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`],
  [
    'opens a WebSocket',
    `GET /restapi/v2/events?location=town-hall HTTP/1.1\r\n${HOST}connection: upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ],
  ['comes when none is expected', `GET /healthz HTTP/1.1\r\n${HOST}connection: close\r\n\r\n${SMALL}`],
])('do not cut a long answer where the next one %s', async (_, next) => {
  client.write(STREAMED + next);
  let heard = '';
  client.on('data', (data) => {
    heard += data.toString('latin1');
  });
  client.resume();
  await expect.poll(() => heard.slice(-2_000), { timeout: 20_000 }).toMatch(/HTTP\/1\.1 (101|[24]\d\d) /);
  expect(heard.split(PIECE)).toHaveLength(PIECES + 1);
});

it('whose answers the client does not read are closed after some minutes', () => {
  // Node ends a connection on which nothing has moved for so long; 0 would be never.
  expect(town.server.server.timeout).toBe(300_000);
});
