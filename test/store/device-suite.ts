import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import type { KeptDevice } from '../../main/devices/rules/device-history.ts';
import type { QueueEvent } from '../../main/queue/contract/records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { Hall } from './queue-hall.ts';

/** What a store keeps of devices, and tells of their alarms. */
export function deviceSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: devices`, () => {
    let store: Store;
    let told: QueueEvent[];
    let halls = 0;
    beforeAll(async () => {
      store = await openStore('devices');
      told = [];
      store.onEvents((events) => told.push(...events));
    });
    afterAll(() => store.close());

    /** A hall of its own, with a kiosk that is in touch and well. */
    function hallWithKiosk() {
      halls += 1;
      const hall = new Hall(store, `devices-${halls}`);
      const { locationId } = hall;
      const deviceId = `kiosk-of-${locationId}`;
      const kiosk = (change: Partial<KeptDevice> = {}): KeptDevice => ({
        deviceId,
        status: { ...UNKNOWN_STATUS, printer: 'ok' },
        saidAt: hall.now,
        isInTouch: true,
        heardAt: hall.now,
        alarms: [],
        ...change,
      });
      return {
        hall,
        kiosk,
        note: (change: Partial<KeptDevice> = {}, gone: readonly string[] = []) =>
          hall.run('noteDevices', { locationId, devices: [kiosk(change)], gone }),
        forget: () => hall.run('noteDevices', { locationId, devices: [], gone: [deviceId] }),
        kept: async () => (await store.query('keptDevices', {})).find((each) => each.deviceId === deviceId),
        history: async (more: { before?: number; limit?: number } = {}) =>
          (await store.query('deviceNews', { locationId, deviceId, limit: 300, ...more })).map(
            ({ number, what, alarm }) => `${number} ${what} ${alarm}`.trim(),
          ),
        alarms: () =>
          told.flatMap(({ type, locationId: at, alarm }) =>
            type === 'device.alarm' && at === locationId && alarm !== undefined ? [alarm] : [],
          ),
      };
    }

    it('keep their last report', async () => {
      const { hall, note, kiosk, kept, forget } = hallWithKiosk();
      await note();
      const alarms = [{ kind: 'no-paper', since: hall.now }] as const;
      const status = { ...UNKNOWN_STATUS, printer: 'no-paper', offline_numbers: 74, can: 'shut' } as const;
      await note({ status, alarms, isInTouch: false, heardAt: hall.now + 5 });
      const { locationId } = hall;
      expect(await kept()).toEqual({
        ...kiosk({ status, alarms, isInTouch: false, heardAt: hall.now + 5 }),
        locationId,
      });
      await forget();
      expect(await kept()).toBeUndefined();
    });

    it('publish the begin and the end of an alarm once each, also when reported repeatedly', async () => {
      const { hall, note, alarms, history } = hallWithKiosk();
      const paper = { kind: 'no-paper', since: hall.now } as const;
      await note();
      await note({ alarms: [paper] });
      await note({ alarms: [paper] });
      hall.later(60);
      await note();
      await note();
      const of = { deviceId: `kiosk-of-${hall.locationId}`, ...paper };
      await expect.poll(alarms).toEqual([
        { ...of, endedAt: null },
        { ...of, endedAt: hall.now },
      ]);
      expect(await history()).toEqual(['3 alarm-ended no-paper', '2 alarm no-paper', '1 came']);
    });

    it('have a history with an end, page by page', async () => {
      const { note, history } = hallWithKiosk();
      for (let turn = 0; turn < 105; turn += 1) {
        await note({ isInTouch: true });
        await note({ isInTouch: false });
      }
      const all = await history();
      expect([all.length, all[0], all.at(-1)]).toEqual([200, '210 went', '11 came']);
      expect(await history({ before: 210, limit: 1 })).toEqual(['209 came']);
    });

    it('lose what is older than tickets are kept', async () => {
      const { hall, note, history } = hallWithKiosk();
      await note();
      hall.later(86_400);
      await note({ status: { ...UNKNOWN_STATUS, roll_since: new Date(hall.now).toISOString() } });
      const { locationId } = hall;
      await hall.run('forgetHistory', { locationId, before: hall.now - 1, clerksBefore: '', limit: 10 });
      expect(await history()).toEqual(['2 roll-changed']);
    });
  });
}
