/** What the server keeps of a connection that stays open. */
import { Agent, createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { keepAnswersInOrder } from '../../main/rest/response-order.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('holds nothing of a request that was answered, however long its connection stays open', async () => {
  const answered: WeakRef<ServerResponse>[] = [];
  const server = createServer((_request, response) => {
    answered.push(new WeakRef(response));
    response.end('done');
  });
  server.keepAliveTimeout = 120_000;
  keepAnswersInOrder(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done, fail) => {
    get({ port, host: '127.0.0.1', agent }, (response) => response.resume().once('end', done)).once('error', fail);
  });
  await expect
    .poll(
      () => {
        collect();
        return answered.filter((response) => response.deref() !== undefined).length;
      },
      { timeout: 10_000 },
    )
    .toBe(0);
  expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
});
