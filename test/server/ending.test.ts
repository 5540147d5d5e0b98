/** The end of a server whose clients hang. */
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../helpers/listener.ts';
import { openTown } from '../helpers/town.ts';

it('waits for nobody who says nothing, half of something, or does not go', async () => {
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
