/** Connections of whoever was refused: the server ends each by itself, also when its client never would. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
const held: Socket[] = [];

beforeAll(async () => {
  town = await openTown();
});
afterAll(async () => {
  for (const socket of held) socket.destroy();
  await town.close();
});

const HANDSHAKE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];
/** More than a socket holds that nobody reads. */
const LOAD = 'x'.repeat(100_000);
const EVENTS = '/restapi/v2/events?location=hall';

function head(line: string, headers: readonly string[] = [], host = 'localhost'): string {
  return `${[`${line} HTTP/1.1`, `host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`;
}

const REFUSED: readonly (readonly [what: string, said: string])[] = [
  ['a handshake with broken protocols', head(`GET ${EVENTS}`, [...HANDSHAKE, 'sec-websocket-protocol: ,,,'])],
  [
    'the same, and more than anybody reads',
    head(`GET ${EVENTS}`, [...HANDSHAKE, 'sec-websocket-protocol: ,,,']) + LOAD,
  ],
  ['a handshake for what is not there', head('GET /restapi/v2/events?location=none', HANDSHAKE) + LOAD],
  ['a handshake under another name', head(`GET ${EVENTS}`, HANDSHAKE, 'rebind.example') + LOAD],
  ['a tunnel', head('CONNECT 127.0.0.1:22') + LOAD],
  ['a tunnel to an address that cannot be read', head('CONNECT /restapi/%u0041')],
  ['a method of nobody', head('UPSERT /restapi/locations')],
  ['a method of nobody that begins like UPDATE', head('UPDAT /restapi/locations')],
  ['what is no HTTP', 'hello\r\n\r\n'],
  ['a header that is too long', head('GET /healthz', [`x: ${'x'.repeat(20_000)}`])],
];

/** Says all this, keeps the connection open, and resolves with the first that comes back. */
function hold(said: string, tellPort: (port: number | undefined) => void): Promise<string> {
  const socket = connect({ port: Number(new URL(town.address).port), host: '127.0.0.1', allowHalfOpen: true });
  held.push(socket);
  socket.on('error', () => {});
  socket.once('connect', () => tellPort(socket.localPort));
  socket.write(said);
  return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
}

describe('refused connections', () => {
  it('are closed by the server, although their clients stay', async () => {
    const open = new Map<number | undefined, string>();
    town.server.server.on('connection', (socket) => {
      const { remotePort } = socket;
      socket.once('close', () => open.delete(remotePort));
    });
    const answers = await Promise.all(
      REFUSED.map(async ([what, said]) => [what, await hold(said, (port) => open.set(port, what))]),
    );
    for (const [what, answer] of answers) expect(answer, what).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expect.poll(() => [...open.values()], { timeout: 10_000 }).toEqual([]);
  });
});
