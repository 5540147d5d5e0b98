import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { resetConnection } from '../../main/lib/reset-connection.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const end of open.splice(0)) end();
});

/** A printer that reads nothing, or all, and never ends by itself. */
async function connected(reads: boolean): Promise<{ readonly ours: Socket; readonly theirs: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  const came = once(server, 'connection') as Promise<[Socket]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const ours = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  await once(ours, 'connect');
  const [theirs] = await came;
  if (reads) theirs.resume();
  open.push(
    () => server.close(),
    () => theirs.destroy(),
    () => ours.destroy(),
  );
  return { ours, theirs };
}

const CUT_OFF = ['ECONNRESET', 'EPIPE'];

const HOW = {
  'that is open': () => {},
  'of which our side has just been ended': (socket: Socket) => socket.end('the last of it'),
  'of which our side has long been ended': async (socket: Socket) => {
    socket.end();
    await once(socket, 'finish');
  },
  'of which our side has been ended behind much that is unread': (socket: Socket) => {
    socket.write(Buffer.alloc(20_000_000));
    socket.end();
  },
};

describe.each(Object.entries(HOW))('a connection %s', (_, before) => {
  it.each([true, false])('is reset, and nothing of it stays (the other side reads: %s)', async (reads) => {
    const { ours, theirs } = await connected(reads);
    const faults: Error[] = [];
    ours.on('error', (error) => faults.push(error));
    const closed = once(ours, 'close');
    const heard = once(theirs, 'error');
    await before(ours);
    resetConnection(ours);
    await closed;
    theirs.resume();
    theirs.write('whoever has read to its end hears of it when it writes');
    const [error] = await heard;
    expect(faults).toEqual([]);
    expect(CUT_OFF).toContain((error as NodeJS.ErrnoException).code);
  });
});

it('a connection that is not there yet is given up', async () => {
  const { theirs } = await connected(true);
  const ours = connect({ port: theirs.localPort ?? 0, host: '127.0.0.1' });
  const closed = once(ours, 'close');
  ours.end('nobody gets this');
  resetConnection(ours);
  expect(await closed).toEqual([false]);
});
