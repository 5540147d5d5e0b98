import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { stopConnecting } from '../../main/app/stop-connecting.ts';

const CLIENTS = 40;

/** Connects and speaks at once; gives what it read, or why it could not. */
async function ask(port: number): Promise<string> {
  const client: Socket = connect(port, '127.0.0.1', () => client.end('ask'));
  let read = '';
  client.setEncoding('utf8').on('data', (text: string) => {
    read += text;
  });
  return once(client, 'close').then(
    () => read,
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}

it.runIf(process.platform === 'linux')('a listener that is about to close resets no connection', async () => {
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('data', () => connection.end('answered'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const before = Array.from({ length: CLIENTS }, () => ask(port));
  // Their handshakes have begun.
  await new Promise((resolve) => setImmediate(resolve));
  const stopped = stopConnecting(server);
  const late = Array.from({ length: CLIENTS }, () => ask(port));
  await stopped;
  server.close();
  expect(new Set(await Promise.all(before))).toEqual(new Set(['answered']));
  const outcomes = new Set(await Promise.all(late));
  expect(outcomes).not.toContain('ECONNRESET');
  expect(outcomes).toContain('ECONNREFUSED');
});
