/** Device records over restarts, interrupted moves and closing hours. */
import { beforeEach, describe, expect, it } from 'vitest';
import { UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import type { KeptDevice } from '../../main/devices/rules/device-history.ts';
import { createDeviceRecords, type DeviceRecords } from '../../main/devices/service/monitoring/device-records.ts';
import { createDevicePresence, type DevicePresence } from '../../main/devices/service/presence/device-presence.ts';
import { parseSite } from '../../main/site/rules/site.ts';
import { Site } from '../../main/site/rules/site-model.ts';
import { type TurnedClock, turnedClock } from '../helpers/turned-clock.ts';

const MORNING = '2026-11-20T08:00:00Z';
const MINUTE = 60_000;

function siteOf(schedule: string): Site {
  const place = { timezone: 'UTC', country: 'PT' };
  const parsed = parseSite({
    settings: { languages: ['en'], default_lang: 'en' },
    locations: [
      { id: 'hall', name: 'Town hall', schedule, ...place },
      { id: 'clinic', name: 'Clinic', ...place },
    ],
    services: [],
    desks: [],
    users: [],
    devices: [{ id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' }],
  });
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return new Site(parsed.value);
}

let clock: TurnedClock;
let presence: DevicePresence;
let schedule: string;
let book: DeviceRecords;
beforeEach(() => {
  clock = turnedClock(MORNING);
  presence = createDevicePresence(clock);
  schedule = '';
});

const kept = (more: Partial<KeptDevice & { locationId: string }> = {}) => ({
  locationId: 'hall',
  deviceId: 'kiosk-1',
  status: UNKNOWN_STATUS,
  saidAt: clock.now() - MINUTE,
  heardAt: clock.now() - MINUTE,
  isInTouch: true,
  alarms: [],
  ...more,
});

/** A server that starts with earlier records. */
function start(...rows: ReturnType<typeof kept>[]): void {
  const site = siteOf(schedule);
  presence.remember(rows);
  book = createDeviceRecords({ site: () => site, clock, presence });
  book.open(rows);
}

/** Records to write now; they count as written. */
function written(): ReturnType<DeviceRecords['due']> {
  const all = book.due();
  for (const { locationId, devices, gone } of all) book.written(locationId, devices, gone);
  return all;
}
const alarms = () => presence.of('kiosk-1').alarms.map(({ kind }) => kind);

describe('after a restart', () => {
  it('does not report a device that reconnects soon', () => {
    start(kept());
    expect(written()).toEqual([]);
    clock.advance(10_000);
    presence.says('kiosk-1', { ...UNKNOWN_STATUS, screen: 'idle' });
    book.note('kiosk-1');
    const devices = written().flatMap((notes) => notes.devices);
    expect(devices.filter(({ isInTouch }) => !isInTouch)).toEqual([]);
  });

  it('dates the disconnection of a device to its last message after a minute', () => {
    start(kept());
    const { heardAt } = kept();
    written();
    clock.advance(MINUTE - 1);
    expect(written()).toEqual([]);
    expect(book.lookAgainAt()).toBe(clock.now() + 1);
    clock.advance(1);
    expect(written()).toMatchObject([{ locationId: 'hall', devices: [{ isInTouch: false, heardAt }] }]);
  });

  it('drops records of a moved device at its old location, in any order of rows', () => {
    for (const rows of [
      [kept({ locationId: 'clinic' }), kept()],
      [kept(), kept({ locationId: 'clinic' })],
    ]) {
      start(...rows);
      expect(written().map(({ locationId, gone }) => [locationId, gone])).toEqual([['clinic', ['kiosk-1']]]);
      expect(written()).toEqual([]);
    }
  });
});

it('raises no alarm of a kiosk that is switched off before the location opens again', () => {
  clock = turnedClock('2026-11-20T17:30:00Z');
  presence = createDevicePresence(clock);
  schedule = 'Mo-Sa 09:00-17:00';
  start(kept({ isInTouch: false, heardAt: clock.now() - 5 * MINUTE }));
  written();
  clock.advance(5 * MINUTE);
  book.noteAll();
  written();
  expect(alarms()).toEqual([]);
  const morning = Date.parse('2026-11-21T09:01:00Z');
  expect(book.lookAgainAt()).toBe(morning);
  clock.advance(morning - clock.now());
  written();
  expect(alarms()).toEqual(['silent']);
});
