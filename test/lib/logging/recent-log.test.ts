import { expect, it } from 'vitest';
import { keepRecent } from '../../../main/lib/logging/recent-log.ts';
import { manualClock } from '../../kiosk/readers/manual-clock.ts';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

const events = (text: string): readonly unknown[] =>
  text === '' ? [] : text.split('\n').map((line) => (JSON.parse(line) as { count: unknown }).count);

it('forwards log entries, and keeps them for an hour', () => {
  const clock = manualClock();
  const written = recordingLog();
  const log = keepRecent(written, clock);
  log.info('offline.tickets-synced', { device: 'k1', count: 1 });
  clock.advance(3_599_999);
  log.warn('http.connections-dropped', { count: 2 });
  expect(written.events()).toEqual(['offline.tickets-synced', 'http.connections-dropped']);
  expect(events(log.lastHour(1_000))).toEqual([1, 2]);
  expect(JSON.parse(log.lastHour(1_000).split('\n')[1] ?? '')).toEqual({
    time: new Date(clock.now()).toISOString(),
    level: 'warn',
    event: 'http.connections-dropped',
    count: 2,
  });
  clock.advance(1);
  expect(events(log.lastHour(1_000))).toEqual([2]);
  // A logger that already keeps entries is returned unchanged.
  expect(keepRecent(log, clock)).toBe(log);
});

it('returns the newest lines in order, if there are too many', () => {
  const clock = manualClock();
  const log = keepRecent(recordingLog(), clock);
  for (let count = 0; count < 4_010; count += 1) log.info('offline.tickets-synced', { device: 'k1', count });
  const all = events(log.lastHour(10_000_000));
  expect([all.length, all[0], all.at(-1)]).toEqual([4_000, 10, 4_009]);
  const line = log.lastHour(10_000_000).split('\n').at(-1)?.length ?? 0;
  expect(events(log.lastHour(3 * (line + 1)))).toEqual([4_007, 4_008, 4_009]);
  expect(log.lastHour(line)).toBe('');
});
