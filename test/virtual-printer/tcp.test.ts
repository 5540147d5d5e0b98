import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tcpPrinter } from '../helpers/virtual-printer.ts';

async function host(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The next `count` bytes that the printer sends. */
async function answer(socket: Socket, count: number): Promise<number[]> {
  const bytes: number[] = [];
  while (bytes.length < count) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    bytes.push(...chunk);
  }
  return bytes;
}

describe('a virtual printer on the network', () => {
  it('prints what a host sends and says that it is on paper', async () => {
    const { printer, port } = await tcpPrinter();
    const socket = await host(port);
    socket.write('\x1b@\x1ba\x01\x1d!\x55A043\n\x1d!\x00Town hall\n\x1dVB\x00\x1d(H\x06\x00000001', 'latin1');
    const ticket = await printer.nextTicket();
    expect(ticket).toMatchObject({ bigText: 'A043', text: 'A043\nTown hall', cut: 'partial', faults: [] });
    expect(await answer(socket, 7)).toEqual([0x37, 0x22, 0x30, 0x30, 0x30, 0x31, 0x00]);
  });

  it('tells of paper that ends, by itself and when asked', async () => {
    const { printer, port } = await tcpPrinter();
    const socket = await host(port);
    socket.write('\x1da\xff', 'latin1');
    expect(await answer(socket, 4)).toEqual([0x10, 0, 0, 0]);
    printer.outOfPaper();
    expect(await answer(socket, 4)).toEqual([0x18, 0, 0x0f, 0]);
    socket.write('\x10\x04\x04', 'latin1');
    expect(await answer(socket, 1)).toEqual([0x7e]);
  });

  it('comes back on the same port after a power cut', async () => {
    const { printer, port } = await tcpPrinter();
    const socket = await host(port);
    const reset = once(socket, 'error');
    printer.powerOff();
    expect(await reset).toMatchObject([{ code: 'ECONNRESET' }]);
    await printer.powerOn();
    const again = await host(port);
    again.write('\x1b@A044\n\x1dV\x00', 'latin1');
    expect((await printer.nextTicket()).text).toBe('A044');
  });
});
