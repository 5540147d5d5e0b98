/** The end of a server: its last answers, and clients that hang. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/lib/context.ts';
import { createDrain } from '../../main/rest/http/drain.ts';
import { listen, refusedListening } from '../helpers/listener.ts';
import { openTown, type Town } from '../helpers/town.ts';

it('does not wait for clients that are silent, incomplete, or do not disconnect', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const port = Number(new URL(town.address).port);
  for (const words of ['', 'GET /healthz HTTP/1.1\r\nhost: local']) {
    const client = connect(port, '127.0.0.1', () => client.write(words)).on('error', () => {});
    onTestFinished(() => void client.destroy());
  }
  const page = await listen(town.address, 'hall');
  page.socket.pause();
  onTestFinished(() => page.socket.terminate());
  const connections = (): Promise<number> =>
    new Promise((resolve) => town.server.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(3);

  let hasEnded = false;
  void town.server.close().then(() => {
    hasEnded = true;
  });
  await expect.poll(() => town.server.server.listening).toBe(false);
  expect(hasEnded).toBe(false);
  town.clock.advance(2_000);
  await expect.poll(() => hasEnded).toBe(true);
});

/** A bare connection, and what it has read. */
async function dial(town: Town) {
  const socket: Socket = connect({ port: Number(new URL(town.address).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let read = '';
  let fault = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    read += text;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.code ?? '';
  });
  await once(socket, 'connect');
  return {
    socket,
    read: () => read,
    fault: () => fault,
    ask: () => socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'),
  };
}

const CREATE = JSON.stringify({ service_id: 'passports' });
const CREATE_TICKET =
  'POST /restapi/v2/queuemanagement/createticket HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n' +
  `content-length: ${CREATE.length}\r\n\r\n${CREATE}`;

it('half-closes an idle connection, and runs no request that follows on it', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const client = await dial(town);
  client.ask();
  await expect.poll(client.read).toContain('200 OK');
  const halfClosed = once(client.socket, 'end');
  const ended = town.server.close();
  await halfClosed;
  client.socket.end(CREATE_TICKET);
  await once(client.socket, 'close');
  await ended;
  expect(client.fault()).toBe('');
  expect(await town.store.query('serviceQueues', { services: ['passports'] })).toMatchObject([{ lastIssuedNumber: 0 }]);
});

it('responds to requests that are unread in their connections when it closes', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const clients = await Promise.all(Array.from({ length: 8 }, () => dial(town)));
  for (const client of clients) client.ask();
  await expect.poll(() => clients.every((client) => client.read().includes('200 OK'))).toBe(true);
  for (const client of clients) client.ask();
  const ended = town.server.close();
  await Promise.all(clients.map(({ socket }) => once(socket, 'end')));
  await ended;
  for (const client of clients) {
    expect(client.fault()).toBe('');
    expect(client.read().match(/200 OK/g)).toHaveLength(2);
  }
});

it('while draining, ends each connection with its answer, closes WebSockets and is not ready', async () => {
  const drain = createDrain(systemClock);
  const town = await openTown({ drain });
  onTestFinished(() => town.close());
  const listener = await listen(town.address, 'hall');
  const idle = await dial(town);
  idle.ask();
  await expect.poll(idle.read).toContain('Connection: keep-alive');
  const isOver = drain.begin(300_000);
  town.clock.advance(1);
  expect(await listener.ended).toBe(1001);
  expect((await fetch(`${town.address}/readyz`)).status).toBe(503);
  expect((await town.createTicket('Passports')).success).toBe(true);
  idle.ask();
  await once(idle.socket, 'end');
  expect(idle.read()).toMatch(/connection: close/i);
  expect((await refusedListening(town.address, 'hall')).status).toBe(503);
  drain.hurry();
  await isOver;
});
