/** Limits for connections of one address: idle ones and incomplete requests; WebSockets have separate limits. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitConnections } from '../../main/rest/origin-check/connection-limits.ts';

let server: Server;
let refused = 0;
const sockets: Socket[] = [];
function noteRefused(): void {
  refused += 1;
}
beforeEach(async () => {
  refused = 0;
  server = createServer((_request, response) => response.end('there'));
  limitConnections(server, { max: 3, isBound: () => true, refused: noteRefused });
  server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Whether a request on it gets a response. */
async function isServed(socket: Socket): Promise<boolean> {
  const answer = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return answer;
}

it('closes connections beyond the limit at once, and accepts new ones after others close', async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  // An incomplete request counts too.
  second.write('GET / HT');
  expect(await isServed(third)).toBe(true);
  expect(await isServed(await open())).toBe(false);
  expect(refused).toBe(1);
  first.destroy();
  await expect.poll(async () => isServed(await open()), { timeout: 20_000 }).toBe(true);
});

it('does not count a connection after its upgrade to a WebSocket', async () => {
  for (let times = 0; times < 5; times += 1) {
    const socket = await open();
    const upgraded = once(socket, 'data');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await upgraded;
  }
  expect(refused).toBe(0);
  expect(await isServed(await open())).toBe(true);
});
