/**
 * Prometheus metrics from device status reports.
 *
 * A disconnected device has only the metric of its connection.
 */
import { Gauge, type Registry } from 'prom-client';
import { COUNTER_DEVICES, DISPLAY_DEVICES, isCardOnly, KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import { ALARM_KINDS } from '../../devices/contract/alarms.ts';
import { type DeviceStatus, PRINTER_STATES } from '../../devices/contract/device-status.ts';
import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import { DEVICE_TYPE, type Device } from '../../site/contract/site.ts';

type Amount = { [Name in keyof DeviceStatus]: DeviceStatus[Name] extends number ? Name : never }[keyof DeviceStatus];

interface AmountFigure {
  readonly field: Amount;
  readonly name: string;
  readonly help: string;
  /** Factor from the status field to the metric's unit. */
  readonly each?: number;
  /** 0 means unknown, and is left out. */
  readonly isKnownOnly?: boolean;
}

const OF_KIOSKS: readonly AmountFigure[] = [
  { field: 'failed_prints', name: 'tan_device_failed_prints', help: 'Tickets in a row that were not printed.' },
  { field: 'open_intents', name: 'tan_device_open_intents', help: 'Open ticket requests of a kiosk.' },
  {
    field: 'paper_used',
    name: 'tan_device_paper_used_meters',
    help: 'Paper printed since the last roll change, in metres.',
    each: 0.001,
  },
  { field: 'paper_tickets', name: 'tan_device_roll_tickets', help: 'Tickets printed since the last roll change.' },
  {
    field: 'paper_left',
    name: 'tan_device_tickets_left',
    help: 'Estimated tickets left on the roll, if known.',
    isKnownOnly: true,
  },
  {
    field: 'offline_numbers',
    name: 'tan_device_offline_numbers',
    help: 'Offline numbers left today.',
  },
  {
    field: 'offline_tickets',
    name: 'tan_device_offline_tickets',
    help: 'Offline tickets to sync.',
  },
  { field: 'offline_refused', name: 'tan_device_offline_refused', help: 'Offline tickets that the server rejected.' },
  {
    field: 'disk_free',
    name: 'tan_device_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    each: 1_000_000,
    isKnownOnly: true,
  },
  {
    field: 'clock_off',
    name: 'tan_device_clock_off_seconds',
    help: 'Offset of its clock, positive if it is ahead of the server.',
  },
];

const isOneOf = (types: readonly number[], { type, state }: Device): boolean => state !== 0 && types.includes(type);

/**
 * Adds the metrics of each device in `seen`: states are 1 when active, otherwise 0. Fields that a device does not
 * report are left out.
 */
export function addDeviceFigures(registry: Registry, presence: DevicePresence, seen: readonly Device[]): void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const alarms = gauge('tan_device_alarms', 'Kiosks and displays with this alarm.', 'kind');
  for (const kind of ALARM_KINDS) alarms.set({ kind }, 0);
  for (const { id } of seen) for (const { kind } of presence.of(id).alarms) alarms.inc({ kind });

  const info = gauge(
    'tan_device_info',
    'Program version and printer model of a connected device; always 1.',
    'device',
    'version',
    'model',
  );
  const connected = {
    kiosk: gauge('tan_device_connected', 'Whether a page shows the kiosk.', 'device'),
    display: gauge('tan_display_connected', 'Whether the page of a display is connected.', 'device'),
    counter: gauge('tan_counter_connected', 'Whether the page of a counter with its own key is connected.', 'device'),
  };
  const inTouch = gauge(
    'tan_device_in_touch',
    'Whether the program of a kiosk sends heartbeats, with or without a page.',
    'device',
  );
  const printer = gauge(
    'tan_printer_state',
    'State of the printer of a kiosk: 1 for the present state, 0 for the others.',
    'device',
    'state',
  );
  // With thousands of devices, only the active state of each is exported.
  const readers = gauge('tan_reader_state', 'Worst state of the card readers of a kiosk.', 'device', 'state');
  const lastPrint = gauge('tan_last_print', 'Result of the last ticket of a kiosk.', 'device', 'outcome');
  const sound = gauge('tan_display_sound', 'Sound state of a display.', 'device', 'state');
  const amounts = OF_KIOSKS.map((each) => ({ ...each, gauge: gauge(each.name, each.help, 'device') }));

  for (const each of seen) {
    const device = each.id;
    const now = presence.of(device);
    if (isCardOnly(each, now)) continue;
    const isShown = now.connected ? 1 : 0;
    if (isOneOf(DISPLAY_DEVICES, each)) connected.display.set({ device }, isShown);
    if (isOneOf(COUNTER_DEVICES, each)) connected.counter.set({ device }, isShown);
    const isKiosk = isOneOf([DEVICE_TYPE.kiosk], each);
    if (isKiosk) {
      connected.kiosk.set({ device }, isShown);
      inTouch.set({ device }, now.isInTouch ? 1 : 0);
    }
    if (!now.isInTouch) continue;
    const { status } = now;
    if (status.version !== '') info.set({ device, version: status.version, model: status.printer_model }, 1);
    if (isOneOf(DISPLAY_DEVICES, each) && status.sound !== '') sound.set({ device, state: status.sound }, 1);
    if (!isOneOf(KIOSK_DEVICES, each)) continue;
    if (status.printer !== '')
      for (const state of PRINTER_STATES)
        if (state !== '') printer.set({ device, state }, state === status.printer ? 1 : 0);
    if (status.readers !== '') readers.set({ device, state: status.readers }, 1);
    if (status.last_print !== '') lastPrint.set({ device, outcome: status.last_print }, 1);
    for (const { field, gauge: figure, each: unit = 1, isKnownOnly = false } of amounts)
      if (!isKnownOnly || status[field] > 0) figure.set({ device }, status[field] * unit);
  }
}
