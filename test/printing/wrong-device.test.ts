/** Addresses at which something answers that is no printer. */
import { createServer, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openPrinter } from './open-printer.ts';
import { ENGLISH } from './sample-tickets.ts';

async function serverAt(answer: (socket: Socket, bytes: Buffer) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => answer(socket, bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `tcp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

it('an echo service is an echo on the line, and no printer', async () => {
  const { printer, becomes } = await openPrinter(await serverAt((socket, bytes) => socket.write(bytes)));
  await becomes('fault');
  expect(printer.status()).toMatchObject({ detail: expect.stringContaining('echo on the line') });
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'fault', doubtful: false } });
});

it('a web server is no printer that is open or without paper, but none at all', async () => {
  const url = await serverAt((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
  const { printer, becomes, events } = await openPrinter(url);
  await becomes('absent');
  expect(printer.status()).toMatchObject({ detail: expect.stringContaining('a web server responds at this address') });
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'absent', doubtful: false } });
  const kinds = events.filter(({ event }) => event === 'printer.status-changed').map(({ data }) => data.kind);
  expect(kinds.every((kind) => kind === 'connecting' || kind === 'absent')).toBe(true);
});
