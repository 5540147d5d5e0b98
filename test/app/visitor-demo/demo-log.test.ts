/** Log of the demos: what visitors cause must not fill the disk. */
import { expect, it } from 'vitest';
import { createDemoLog } from '../../../main/app/visitor-demo/demo-log.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

it('writes sixty faults a minute, and then the number of the others', () => {
  const clock = turnedClock('2026-11-27T09:00:00Z');
  const log = recordingLog();
  const demoLog = createDemoLog(log, clock);
  const fail = (): void => demoLog.error('store.unavailable', { error: 'database or disk is full' });
  demoLog.info('store.opened', { engine: 'sqlite' });
  for (let count = 0; count < 100; count += 1) fail();
  expect(log.events()).toEqual(Array.from({ length: 60 }, () => 'store.unavailable'));
  clock.advance(60_000);
  fail();
  expect(log.lines.slice(60)).toEqual([
    JSON.stringify({ event: 'demo.lines-skipped', count: 40 }),
    JSON.stringify({ event: 'store.unavailable', error: 'database or disk is full' }),
  ]);
});
