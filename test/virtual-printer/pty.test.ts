import { once } from 'node:events';
import { SerialPort } from 'serialport';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serialPrinter } from '../helpers/virtual-printer.ts';
import { bytes, CUT, INIT } from '../printing/picture/escpos.ts';

/** What the port has received, until the condition holds. */
async function until(port: SerialPort, seen: number[], enough: (seen: readonly number[]) => boolean): Promise<void> {
  while (!enough(seen)) seen.push(...((await once(port, 'data')) as [Buffer])[0]);
}

describe.runIf(process.platform === 'linux')('a virtual printer on a serial line', () => {
  it('prints, answers, and tells of the paper while it is stalled', async () => {
    const { printer, path } = await serialPrinter({ receiveBuffer: 45 });
    const port = new SerialPort({ path, baudRate: 115_200, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    onTestFinished(() => new Promise<void>((resolve) => port.close(() => resolve())));
    const seen: number[] = [];

    port.write(bytes(INIT, '\x1da\xff', 'A043\n', CUT, '\x1d(H\x06\x00000001'));
    expect((await printer.nextTicket()).text).toBe('A043');
    await until(port, seen, (all) => all.length >= 11);
    expect(seen.splice(0)).toEqual([0x10, 0, 0, 0, 0x37, 0x22, 0x30, 0x30, 0x30, 0x31, 0]);

    printer.outOfPaper();
    await until(port, seen, (all) => all.length >= 4);
    expect(seen.splice(0)).toEqual([0x18, 0, 0x0f, 0]);
    port.write(bytes(INIT, `${'x'.repeat(40)}\n`.repeat(3), CUT));
    printer.loadPaper();
    expect((await printer.nextTicket()).lines).toHaveLength(3);
  });
});
