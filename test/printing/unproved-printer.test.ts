/** A printer without print confirmation: status of its tickets, and confirmation by staff. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Vouched } from '../../main/printing/contract/printing.ts';
import { EPSON, MUTE, serialPrinter, tcpPrinter } from '../helpers/virtual-printer.ts';
import { openPrinter } from './open-printer.ts';
import { ENGLISH } from './sample-tickets.ts';

const SEEN: Vouched = { from: 'back-office', by: 'chief', at: '2026-11-28T08:00:00.000Z' };
const UNPROVED = { ok: true, value: { confirmed: 'none', isUnproved: true } };
const TAKEN = { ok: true, value: { confirmed: 'none' } };

it('prints on a printer without responses, and does not confirm tickets before staff have confirmed the test page', async () => {
  const { printer: device, url } = await tcpPrinter({ model: MUTE });
  const { printer, becomes } = await openPrinter(url);
  await becomes('mute');
  expect(printer.status()).toEqual({ kind: 'mute', isUnproved: true });
  expect(await printer.print(ENGLISH)).toEqual(UNPROVED);
  expect((await device.nextTicket()).bigText).toBe('A043');
  expect(await printer.vouch?.(SEEN)).toBe(true);
  expect(printer.status()).toEqual({ kind: 'mute' });
  expect(await printer.print(ENGLISH)).toEqual(TAKEN);
});

it('keeps user and time of this confirmation over a restart, and not for another address', async () => {
  const first = await tcpPrinter({ model: MUTE });
  const before = await openPrinter(first.url);
  await before.becomes('mute');
  await before.printer.vouch?.(SEEN);
  await before.printer.close();
  const [kept = ''] = (await readFile(join(before.journalDir, 'printers.json'), 'utf8')).split('\n');
  expect(JSON.parse(kept)[first.url].vouched).toEqual({ ...SEEN, line: first.url });

  const after = await openPrinter(first.url, { journalDir: before.journalDir });
  await after.becomes('mute');
  expect(await after.printer.print(ENGLISH)).toEqual(TAKEN);
  await after.printer.close();

  const other = await tcpPrinter({ model: MUTE });
  const moved = await openPrinter(other.url, { journalDir: before.journalDir });
  await moved.becomes('mute');
  expect(await moved.printer.print(ENGLISH)).toEqual(UNPROVED);
});

it('does not apply a confirmation to another baud rate', async () => {
  const { url } = await serialPrinter({ model: MUTE });
  const slow = await openPrinter(`${url}?baudRate=19200`);
  await slow.becomes('mute');
  await slow.printer.vouch?.(SEEN);
  expect(slow.printer.status()).toEqual({ kind: 'mute' });
  await slow.printer.close();
  const fast = await openPrinter(`${url}?baudRate=115200`, { journalDir: slow.journalDir });
  await fast.becomes('mute');
  expect(fast.printer.status()).toEqual({ kind: 'mute', isUnproved: true });
});

it('accepts only the confirmation of staff for a printer that is never queried', async () => {
  const { url } = await tcpPrinter({ model: EPSON });
  const { printer, becomes } = await openPrinter(`${url}?confirm=none`);
  await becomes('ready');
  expect(printer.status()).toMatchObject({ confirms: false, isUnproved: true });
  expect(await printer.print(ENGLISH)).toEqual(UNPROVED);
  await printer.vouch?.(SEEN);
  expect(await printer.print(ENGLISH)).toEqual(TAKEN);
});

it('needs no staff for a printer with print confirmation', async () => {
  const { url } = await tcpPrinter({ model: EPSON });
  const { printer, becomes } = await openPrinter(url);
  await becomes('ready');
  expect(printer.status()).toEqual({ kind: 'ready', paperLow: false, confirms: true });
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
});
