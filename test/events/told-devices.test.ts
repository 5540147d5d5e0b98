/** Which devices the audiences of the events channel hear of, also where another server has said how they are. */
import { expect, it } from 'vitest';
import type { Audience } from '../../main/access/service/audience.ts';
import { NEVER } from '../../main/devices/service/presence/local-device-state.ts';
import { changeOfClusterEvent } from '../../main/events/service/event-publisher.ts';
import { eventDevice } from '../../main/events/service/event-shapes.ts';
import { parseSite } from '../../main/site/rules/site.ts';
import { Site } from '../../main/site/rules/site-model.ts';

const parsed = parseSite({
  locations: [{ id: 'hall', name: 'Hall' }],
  devices: [
    { id: 'kiosk', name: 'Entrance', type: 1 },
    { id: 'by-code', name: 'Nora', type: 1, code: '0505' },
    { id: 'by-type', name: 'Ivo', type: 7 },
    { id: 'reader', name: 'Reader at the door', type: 7 },
  ],
});
if (!parsed.ok) throw new Error(parsed.error.join(', '));
const site = new Site(parsed.value);
const devices = site.devices.map((device) =>
  eventDevice(device, { ...NEVER, ...(device.id === 'reader' ? { connected: true, changedAt: 1 } : {}), alarms: [] }),
);
// The other server knew it longer.
const gone = { ...devices.find(({ device_id }) => device_id === 'by-type')!, device_id: 'gone', name: 'Pia' };

it.each<[Audience, readonly string[]]>([
  ['staff', ['by-code', 'by-type', 'gone', 'kiosk', 'reader']],
  ['office', ['kiosk', 'reader']],
  ['public', []],
])('%s hears of %j', (audience, heard) => {
  const told = changeOfClusterEvent({ type: 'device.changed', devices: [...devices, gone] }, '', () => site)(audience);
  expect(told).toMatchObject({ type: 'device.changed' });
  expect(told.type === 'device.changed' && told.devices.map(({ device_id }) => device_id).toSorted()).toEqual(heard);
});
