/** Lines of kiosks elsewhere as the server holds them: who does not read, and what is told of a location. */
import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createKioskLines } from '../../main/devices/service/connections/kiosk-lines.ts';
import type { FollowedLocation } from '../../main/queue/operations/location-changes.ts';
import { locationChanges } from '../../main/queue/service/subscribe-location.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown } from '../helpers/town.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

type LinesDeps = Parameters<typeof createKioskLines>[0];

it('cuts off a kiosk that says much and reads nothing', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const log = recordingLog();
  const lines = createKioskLines({
    ...town,
    log,
    presence: { says() {} } as unknown as LinesDeps['presence'],
    deviceActions: { openOf: async () => [], listen: () => () => {} } as unknown as LinesDeps['deviceActions'],
    takenAlong: { listen: () => () => {} } as unknown as LinesDeps['takenAlong'],
    changes: () => () => {},
  });
  onTestFinished(() => lines.close());
  const socket = {
    writableLength: 0,
    write(frame: Buffer) {
      socket.writableLength += frame.length;
    },
  };
  const webSocket = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN,
    OPEN: WebSocket.OPEN,
    terminate: vi.fn(),
    close: vi.fn(),
  });
  const asked = { authorization: undefined, forwarded: false, deviceId: 'kiosk-1' };
  type Join = Parameters<typeof lines.join>;
  lines.join(asked, webSocket as unknown as Join[1], socket as unknown as Join[2]);
  for (let words = 0; words < 4_000; words += 1) {
    webSocket.emit('message', '{"type":"device.status","status":{}}');
    await new Promise(setImmediate);
  }
  expect(socket.writableLength).toBeLessThan(70_000);
  expect(webSocket.terminate).toHaveBeenCalled();
  expect(log.events()).toEqual(['kiosk-connection.closed']);
});

it('tells of a location when it is heard of at last, as something may have happened before', async () => {
  const begin: (() => void)[] = [];
  let lose = (): void => {};
  const follow: Store['follow'] = (_locationId, listener) => {
    lose = () => listener(null);
    const begun = new Promise<number>((done) => begin.push(() => done(1)));
    return { begun, stop() {} } as Partial<FollowedLocation> as FollowedLocation;
  };
  let told = 0;
  const stop = locationChanges({ onEvents: () => () => {}, follow })('hall', () => {
    told += 1;
  });
  const begunNow = async (): Promise<void> => {
    begin.at(-1)?.();
    await new Promise(setImmediate);
  };
  await begunNow();
  expect(told).toBe(1);
  lose();
  expect(told).toBe(2);
  await begunNow();
  expect(told).toBe(3);
  lose();
  stop();
  await begunNow();
  expect(told).toBe(4);
});
