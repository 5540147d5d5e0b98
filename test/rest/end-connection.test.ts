/** How a connection ends while its client still reads. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { endConnection } from '../../main/rest/end-connection.ts';

const MEBIBYTE = 1024 * 1024;

it('sends all that it has to a client that takes longer than the time to go', async () => {
  const answers = Buffer.alloc(32 * MEBIBYTE, 'a');
  const server = createServer((connection) => {
    connection.on('error', () => {});
    connection.write(answers);
    endConnection(connection, 'last words', 1);
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let bytes = 0;
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(client, 'close');
  expect(bytes).toBe(answers.length + 'last words'.length);
});
