/** A page that may not steer a kiosk: its WebSocket ends, whether or not the page closes it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { registerShellSocket } from '../../main/kiosk/shells/web/kiosk-socket.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const HANDSHAKE = [
  'GET /kiosk/shell HTTP/1.1',
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];

it('that is refused and stays is ended after a second', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const server = Fastify();
  const hostOf = (): never => {
    throw new Error('no host for a page that was refused');
  };
  await registerShellSocket(server, { clock, hostOf, admit: () => null });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const open = new Set<unknown>();
  server.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  const client = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  let heard = Buffer.alloc(0);
  client.on('data', (data: Buffer) => {
    heard = Buffer.concat([heard, data]);
  });
  client.on('error', () => {});
  await once(client, 'connect');
  client.write(`${HANDSHAKE.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => heard.toString('latin1')).toContain('device key needed');
  expect(open.size).toBe(1);
  clock.advance(1_000);
  // The WebSocket library itself waits for 30 seconds.
  await expect.poll(() => open.size, { timeout: 10_000 }).toBe(0);
});
