/** Which faults are the machine's: the request is answered 131 and may be tried again, and no bug is told. */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isMachineFault, withoutValue } from '../../main/store/postgres/postgres-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('something'), { code });

describe('a fault of the machine', () => {
  it('is a connection on which the other side has hung up while we write', async () => {
    const server = createServer((socket) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // Else it ends by itself, without a fault, when it hears of the end before it has written.
    const { port } = server.address() as { port: number };
    const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
    const broken = new Promise<Error>((resolve) => socket.once('error', resolve));
    // As pg does: it writes without waiting for what was written before.
    const writing = setInterval(() => socket.write('x'.repeat(1_000)), 1);
    const fault = await broken;
    clearInterval(writing);
    server.close();
    expect(isMachineFault(fault)).toBe(true);
    expect(isMachineFault(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }))).toBe(true);
  });

  it.each(['57P01', '53300', '08006', '25006', '40P01'])('is SQLSTATE %s', (code) => {
    expect(isMachineFault(withCode(code))).toBe(true);
  });

  it.each(['22P02', '23505', '42703'])('is not SQLSTATE %s, which is a bug', (code) => {
    expect(isMachineFault(withCode(code))).toBe(false);
  });
});

it('a value that PostgreSQL quotes is not told on', () => {
  const fault = withoutValue(new Error('invalid input syntax for type integer: "Maria\n"Silva""'));
  expect(fault.message).toBe('invalid input syntax for type integer');
  expect(fault.stack).not.toContain('Maria');
  expect(withoutValue(new Error('column "lang" does not exist')).message).toBe('column "lang" does not exist');
});
