import { Gauge, type Registry } from 'prom-client';
import { ALARM_KINDS } from '../../contract/alarms.ts';
import { PRINTER_STATES } from '../../contract/device-status.ts';
import { DEVICE_TYPE, type Device } from '../../contract/site.ts';
import type { DevicePresence } from './device-presence.ts';

/** Adds how each kiosk of `seen` is: 1 where it holds, 0 where it does not. A kiosk that says nothing has no state. */
export function addDeviceFigures(registry: Registry, presence: DevicePresence, seen: readonly Device[]): void {
  const registers = [registry];
  const connected = new Gauge({
    name: 'tan_device_connected',
    help: 'Whether a page of a kiosk can be seen.',
    labelNames: ['device'],
    registers,
  });
  const printer = new Gauge({
    name: 'tan_printer_state',
    help: 'How the printer of a kiosk is: 1 for the state that holds, 0 for the others.',
    labelNames: ['device', 'state'],
    registers,
  });
  const inTouch = new Gauge({
    name: 'tan_device_in_touch',
    help: 'Whether anything is heard of a kiosk, be it a program that nobody looks at.',
    labelNames: ['device'],
    registers,
  });
  const alarms = new Gauge({
    name: 'tan_device_alarms',
    help: 'Kiosks and displays at which this is wrong now.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ALARM_KINDS) alarms.set({ kind }, 0);
  for (const { id } of seen) for (const { kind } of presence.of(id).alarms) alarms.inc({ kind });
  for (const { id, type, state } of seen) {
    if (type !== DEVICE_TYPE.kiosk || state === 0) continue;
    const now = presence.of(id);
    connected.set({ device: id }, now.connected ? 1 : 0);
    inTouch.set({ device: id }, now.isInTouch ? 1 : 0);
    if (!now.isInTouch || now.status.printer === '') continue;
    for (const each of PRINTER_STATES) {
      if (each !== '') printer.set({ device: id, state: each }, each === now.status.printer ? 1 : 0);
    }
  }
}
