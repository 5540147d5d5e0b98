/** Answers in memory that no client reads any more. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { boundUnreadAnswers } from '../../main/rest/http/unread-answers.ts';

it('holds no answer whose client left before it was ready', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const unread = boundUnreadAnswers(app);
  app.get('/', async (_request, reply) => {
    const closed = once(reply.raw, 'close');
    client.destroy();
    await closed;
    return 'x'.repeat(32 * 1024);
  });
  const sent = new Promise<void>((resolve) => {
    app.addHook('onSend', (_request, _reply, payload, done) => {
      done(null, payload);
      resolve();
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await sent;
  expect(unread.held()).toBe(0);
});
