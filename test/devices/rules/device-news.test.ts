/** What of a kiosk is told at once, and what may wait until a few things have come together. */
import { expect, it } from 'vitest';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import { newsOf } from '../../../main/devices/rules/device-news.ts';

const KIOSK: DeviceStatus = {
  ...UNKNOWN_STATUS,
  printer: 'ok',
  screen: 'idle',
  last_print: 'printed',
  paper_left: 300,
  disk_free: 9_000,
  offline_numbers: 40,
};
const news = (now: Partial<DeviceStatus>, before: Partial<DeviceStatus> = {}): string =>
  newsOf({ ...KIOSK, ...before }, { ...KIOSK, ...now });

it('nothing new is no news', () => {
  expect(news({})).toBe('none');
});

it.each<Partial<DeviceStatus>>([
  { screen: 'issuing', open_intents: 1 },
  { paper_used: 140, paper_tickets: 1, paper_left: 299 },
  { disk_free: 8_999 },
  { offline_numbers: 39, offline_tickets: 1 },
])('what every visitor changes waits: %o', (now) => expect(news(now)).toBe('some'));

it.each<Partial<DeviceStatus>>([
  { printer: 'no-paper' },
  { printer: 'cover-open' },
  { last_print: 'doubtful' },
  { open_intents: 2 },
  { readers: 'absent' },
  { screen: '' },
  { screen: 'problem' },
  { screen: 'out-of-service' },
  { screen: 'shut' },
  { offline_since: '2026-11-20T08:00:00.000Z' },
  { failed_prints: 1 },
  { paper_left: 20 },
  { disk_free: 199 },
  { offline_numbers: 0 },
  { paper_tickets: 1, printer: 'low' },
])('what somebody has to know is told at once: %o', (now) => expect(news(now)).toBe('urgent'));

it('so is that it is well again', () => {
  expect(news({ screen: 'idle' }, { screen: 'problem' })).toBe('urgent');
  expect(news({ paper_left: 300 }, { paper_left: 3 })).toBe('urgent');
});
