/** What the page of a kiosk keeps to be let in again: for how long, and what for. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPageSessions, type SessionKiosk } from '../../main/kiosk/shells/web/page-sessions.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const DAY_MS = 86_400_000;
const SECRET = Buffer.alloc(32, 7);
const HERE: SessionKiosk = { deviceId: '', generation: 0 };
const clock = turnedClock('2026-11-20T12:00:00Z');
const sessions = createPageSessions(SECRET, clock);
const begin = (kiosk = HERE): string => sessions.redeem(sessions.newToken(), kiosk) ?? '';

it('is good for one kiosk and one generation of its key', () => {
  const kiosk = { deviceId: 'kiosk-2', generation: 3 };
  const session = begin(kiosk);
  expect(sessions.renew(session, kiosk)).not.toBeNull();
  for (const other of [HERE, { ...kiosk, deviceId: 'kiosk-1' }, { ...kiosk, generation: 4 }]) {
    expect(sessions.renew(session, other)).toBeNull();
  }
});

it('ends after 400 days without a visit, and after five years with one each day', () => {
  expect(sessions.renew(begin(), HERE)).not.toBeNull();
  const forgotten = begin();
  let kept: string | null = forgotten;
  let days = 0;
  for (; kept !== null && days < 4_000; days += 100) {
    clock.advance(100 * DAY_MS);
    kept = sessions.renew(kept, HERE);
    if (days >= 400) expect(sessions.renew(forgotten, HERE)).toBeNull();
  }
  expect([days >= 5 * 365, days < 6 * 365]).toEqual([true, true]);
});

it('of an earlier program is exchanged for one of the kiosk of this machine, and opens no other', () => {
  const until = (clock.now() + DAY_MS).toString(36);
  const signature = createHmac('sha256', SECRET).update(`page session until ${until}`).digest('base64url');
  const old = `${until}.${signature}`;
  expect(sessions.renew(old, { deviceId: 'kiosk-2', generation: 0 })).toBeNull();
  const renewed = sessions.renew(old, HERE) ?? '';
  expect(sessions.renew(renewed, { ...HERE, generation: 1 })).toBeNull();
  expect(sessions.renew(renewed, HERE)).not.toBeNull();
});
