/** What devices say of themselves, as figures for Prometheus. A device that is not in touch has none but that. */
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
  /** What one of the status is in the unit of the figure. */
  readonly each?: number;
  /** 0 says that it is not known, and is no figure then. */
  readonly isKnownOnly?: boolean;
}

const OF_KIOSKS: readonly AmountFigure[] = [
  { field: 'failed_prints', name: 'tan_device_failed_prints', help: 'Tickets in a row that were not printed.' },
  { field: 'open_intents', name: 'tan_device_open_intents', help: 'Tickets whose fate a kiosk does not know yet.' },
  {
    field: 'paper_used',
    name: 'tan_device_paper_used_meters',
    help: 'Paper printed since the last change of the roll.',
    each: 0.001,
  },
  { field: 'paper_tickets', name: 'tan_device_roll_tickets', help: 'Tickets printed since then.' },
  {
    field: 'paper_left',
    name: 'tan_device_tickets_left',
    help: 'Tickets that the roll may still last for.',
    isKnownOnly: true,
  },
  {
    field: 'offline_numbers',
    name: 'tan_device_offline_numbers',
    help: 'Numbers that a kiosk may still give by itself today.',
  },
  {
    field: 'offline_tickets',
    name: 'tan_device_offline_tickets',
    help: 'Tickets that it gave by itself and has to hand over.',
  },
  { field: 'offline_refused', name: 'tan_device_offline_refused', help: 'Those of them that the server refused.' },
  {
    field: 'disk_free',
    name: 'tan_device_disk_free_bytes',
    help: 'Room where a kiosk keeps its data.',
    each: 1_000_000,
    isKnownOnly: true,
  },
  {
    field: 'clock_off',
    name: 'tan_device_clock_off_seconds',
    help: 'By how much its clock is ahead of that of the server.',
  },
];

const isOneOf = (types: readonly number[], { type, state }: Device): boolean => state !== 0 && types.includes(type);

/** Adds how each device of `seen` is: 1 where it holds, 0 where it does not. What a device does not say is no figure. */
export function addDeviceFigures(registry: Registry, presence: DevicePresence, seen: readonly Device[]): void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const alarms = gauge('tan_device_alarms', 'Kiosks and displays at which this is wrong now.', 'kind');
  for (const kind of ALARM_KINDS) alarms.set({ kind }, 0);
  for (const { id } of seen) for (const { kind } of presence.of(id).alarms) alarms.inc({ kind });

  const info = gauge('tan_device_info', 'The program of a device that is in touch.', 'device', 'version', 'model');
  const connected = {
    kiosk: gauge('tan_device_connected', 'Whether a page of a kiosk can be seen.', 'device'),
    display: gauge('tan_display_connected', 'Whether the page of a display is there.', 'device'),
    counter: gauge('tan_counter_connected', 'Whether the page of a counter with a key of its own is there.', 'device'),
  };
  const inTouch = gauge(
    'tan_device_in_touch',
    'Whether anything is heard of a kiosk, be it a program that nobody looks at.',
    'device',
  );
  const printer = gauge(
    'tan_printer_state',
    'How the printer of a kiosk is: 1 for the state that holds, 0 for the others.',
    'device',
    'state',
  );
  // Thousands of devices: of these only the state that holds is told.
  const readers = gauge(
    'tan_reader_state',
    'How the card readers of a kiosk are, the worst of them.',
    'device',
    'state',
  );
  const lastPrint = gauge('tan_last_print', 'What became of the last ticket of a kiosk.', 'device', 'outcome');
  const sound = gauge('tan_display_sound', 'Whether a display is heard.', 'device', 'state');
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
