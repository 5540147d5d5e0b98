/** What staff see of kiosks: of the one that is the server itself, and of one whose program runs elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { type Machine, openMachine } from '../helpers/machine.ts';
import { createVirtualPrinter } from '../helpers/virtual-printer.ts';

const SOON = { timeout: 60_000, interval: 20 };

async function staffRead(machine: Machine, ...lines: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const figures = (await (await fetch(`${machine.program.address}/metrics`)).text()).split('\n');
    for (const line of lines) expect(figures).toContain(line);
  }, SOON);
}

const connected = (device: string, yes: boolean): string => `tan_device_connected{device="${device}"} ${yes ? 1 : 0}`;
const printerIs = (device: string, state: string): string => `tan_printer_state{device="${device}",state="${state}"} 1`;

/** A page of a kiosk, as a browser opens it. */
function openPage(address: string, device: string): WebSocket {
  const page = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?device=${device}`, ['take-a-number']);
  onTestFinished(() => page.terminate());
  return page;
}

it("the server's own kiosk is connected while a page shows it, and its printer is known also while none does", async () => {
  const machine = await openMachine();
  const kiosk = 'kiosk-1';
  // It has asked for what it offers by then, as it does every ten seconds.
  await staffRead(machine, printerIs(kiosk, 'ok'));
  await vi.waitFor(async () => {
    const figures = await (await fetch(`${machine.program.address}/metrics`)).text();
    expect(figures).toMatch(/tan_requests_total\{operation="kiosk",status="200"\} [1-9]/);
  }, SOON);
  await staffRead(machine, connected(kiosk, false), printerIs(kiosk, 'ok'));

  const page = openPage(machine.program.address, kiosk);
  await staffRead(machine, connected(kiosk, true));
  page.close();
  await staffRead(machine, connected(kiosk, false), printerIs(kiosk, 'ok'));
  machine.printer.outOfPaper();
  await staffRead(machine, connected(kiosk, false), printerIs(kiosk, 'no-paper'));
});

it('a kiosk client sends its status, immediately after changes', async () => {
  const machine = await openMachine({ printer: 'none' });
  const printer = createVirtualPrinter();
  onTestFinished(() => printer.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'take-a-number-elsewhere-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const address = `tcp://127.0.0.1:${await printer.listenTcp()}`;
  const flags = ['--device', 'kiosk-2', '--printer', address, '--data', dataDir, '--port', '0'];
  const read = readSettings(['--server', machine.program.address, ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
  const elsewhere = await startProgram(read.value.settings, silentLog, () => {});
  onTestFinished(() => elsewhere.close());

  await staffRead(machine, connected('kiosk-2', false), printerIs('kiosk-2', 'ok'));
  const page = openPage(elsewhere.address, 'kiosk-2');
  await staffRead(machine, connected('kiosk-2', true));
  page.close();
  await staffRead(machine, connected('kiosk-2', false), 'tan_device_in_touch{device="kiosk-2"} 1');
  printer.outOfPaper();
  await staffRead(machine, printerIs('kiosk-2', 'no-paper'));
});
