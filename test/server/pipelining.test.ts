/** Many requests in one packet, of a client that does not read the answers. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

/** More than half a megabyte, so that some of them are more than what lies between two programs. */
const LARGE = 'GET /restapi/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
const SMALL = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LAST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';

let town: Town;
let client: Socket;
beforeEach(async () => {
  town = await openTown();
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

it('whose answers nobody reads are given up after some minutes', () => {
  // Node ends a connection on which nothing has moved for so long; 0 would be never.
  expect(town.server.server.timeout).toBe(300_000);
});
