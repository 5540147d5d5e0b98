/** What staff have devices do, as every engine keeps it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACTION_EXPIRES_MS,
  ACTION_RESULT_MS,
  type ActionEnd,
  type DeviceAction,
} from '../../main/devices/contract/device-actions.ts';
import type { DeviceActionRecord } from '../../main/devices/operations/device-action-records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { errno, value } from './queue-hall.ts';

const MORNING = Date.parse('2026-11-20T09:00:00Z');
const PANEL_DEED = { action: 'restart-program', ticket: '', outcome: '' } as const;
const DONE: ActionEnd = { state: 'done', outcome: '', picture: '', text: '' };

export function deviceActionSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: remote actions`, () => {
    let store: Store;
    let now = MORNING;
    let devices = 0;
    let deviceId: string;
    beforeAll(async () => {
      store = await openStore('device-actions');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      devices += 1;
      deviceId = `kiosk-${devices}`;
      now += 7_200_000;
    });

    const tryAsk = (action: DeviceAction, change: { message?: Record<string, string> } = {}) =>
      store.run(
        'askDevice',
        {
          deviceId,
          deviceName: 'Entrance',
          action,
          ticket: '',
          message: {},
          by: { kind: 'user', id: 'chief' },
          ...change,
        },
        { now },
      );
    const ask = async (action: DeviceAction, change = {}): Promise<DeviceActionRecord> =>
      value(await tryAsk(action, change));
    const take = (id: string, device = deviceId) => store.run('takeDeviceAction', { id, deviceId: device }, { now });
    const end = (id: string, how: Partial<ActionEnd> = {}, device = deviceId) =>
      store.run('endDeviceAction', { id, deviceId: device, deviceName: 'Entrance', ...DONE, ...how }, { now });
    const kept = async (id: string) => store.query('deviceAction', { id, now });

    it('is taken once, in time, by that device alone', async () => {
      const { id } = await ask('test-print');
      expect(errno(await take(id, 'kiosk-other'))).toBe(6);
      expect(errno(await take('no-such'))).toBe(6);
      expect(value(await take(id))).toMatchObject({ state: 'taken', takenAt: now });
      expect(errno(await take(id))).toBe(7);
      const late = await ask('log');
      now = late.expiresAt;
      expect(errno(await take(late.id))).toBe(7);
      expect(late.expiresAt - late.askedAt).toBe(ACTION_EXPIRES_MS);
    });

    it('ends once; what came of it can be had for an hour', async () => {
      const { id } = await ask('screenshot');
      expect(errno(await end(id))).toBe(7);
      value(await take(id));
      expect(errno(await end(id, {}, 'kiosk-other'))).toBe(6);
      value(await end(id, { picture: 'UE5H' }));
      value(await end(id, { state: 'failed', outcome: 'no-page' }));
      expect(await kept(id)).toMatchObject({
        record: { state: 'done', outcome: '', endedAt: now },
        result: { picture: 'UE5H', text: '' },
      });
      now += ACTION_RESULT_MS - 1;
      expect((await kept(id))?.result).not.toBeNull();
      now += 1;
      expect((await kept(id))?.result).toBeNull();
      // Gone, and not only out of sight.
      value(await store.run('forgetDeviceResults', { until: now - ACTION_RESULT_MS }, { now }));
      now -= 1;
      expect((await kept(id))?.result).toBeNull();
    });

    it('is not asked for twice at a time, nor very often', async () => {
      const { id } = await ask('test-print');
      expect(errno(await tryAsk('test-print'))).toBe(7);
      value(await take(id));
      for (let count = 1; count < 10; count += 1) value(await take((await ask('test-print')).id));
      expect(errno(await tryAsk('log'))).toBe(107);
      now += 60_000;
      await ask('log');
    });

    it('appears in the audit log, with its author and result', async () => {
      const { id } = await ask('shut', { message: { en: 'Back at three.', ar: 'نعود في الثالثة.' } });
      value(await take(id));
      value(await end(id, { state: 'failed', outcome: 'not-kept' }));
      const entries = await store.query('audit', { collection: 'devices', itemId: deviceId, limit: 10 });
      expect(entries).toMatchObject([
        {
          action: 'ended',
          by: { kind: 'device', id: deviceId },
          fields: [
            { field: 'action', after: 'shut' },
            { field: 'outcome', after: 'not-kept' },
          ],
        },
        {
          action: 'asked',
          at: now,
          by: { kind: 'user', id: 'chief' },
          itemName: 'Entrance',
          fields: [
            { field: 'action', after: 'shut' },
            { field: 'message.en', after: 'Back at three.' },
            { field: 'message.ar', after: 'نعود في الثالثة.' },
          ],
        },
      ]);
    });

    it('is still requested from a device that reports actions without end, which are refused above a rate limit', async () => {
      const deed = (device = deviceId) =>
        store.run(
          'noteDeed',
          { id: crypto.randomUUID(), deviceId: device, deviceName: 'Entrance', ...PANEL_DEED, at: now },
          { now },
        );
      const answers: number[] = [];
      for (let count = 0; count < 70; count += 1) answers.push(errno(await deed()));
      expect(answers.filter((each) => each === 0)).toHaveLength(60);
      expect(answers.slice(60)).toEqual(Array.from({ length: 10 }, () => 107));
      await ask('log');
      expect(errno(await tryAsk('log'))).toBe(7);
      expect(errno(await deed(`${deviceId}-beside`))).toBe(0);
      now += 3_600_000;
      expect(errno(await deed())).toBe(0);
      // In a day fewer than a device may that does so every hour.
      let taken = 61;
      for (let hour = 0; hour < 5; hour += 1) {
        for (let count = 0; count < 60; count += 1) if (errno(await deed()) === 0) taken += 1;
        now += 3_600_000;
      }
      expect(taken).toBe(200);
    });

    it('is listed newest first', async () => {
      await ask('log');
      now += 1;
      await ask('reopen');
      const listed = await store.query('deviceActions', { deviceId, limit: 5 });
      expect(listed.map(({ action }) => action)).toEqual(['reopen', 'log']);
      expect(await store.query('deviceActions', { deviceId, limit: 1 })).toHaveLength(1);
    });
  });
}
