/** State of a visitor's call for staff. Pure. */

import type { StaffCallView } from '../../devices/contract/rest/kiosks.ts';
import type { KioskStaff } from '../contract/kiosk.ts';

/** State of the call. Instants are epoch milliseconds of the kiosk. */
export interface StaffRequest {
  readonly state: Exclude<KioskStaff['state'], 'none'>;
  readonly since: number;
  /** Time at which this state ends. */
  readonly until: number;
}

/** Safety limit: the request to the server has its own timeout. */
const CALLING_MS = 30_000;
/** Display time of a missed or failed call. */
const BAD_NEWS_MS = 60_000;
/** Tolerance between two responses about one call, because of whole seconds and network delay. */
const SAME_MS = 5_000;

/** Null when nothing changes: a call is open or being sent. */
export function pressed(wish: StaffRequest | null, now: number): StaffRequest | null {
  const isOn = wish !== null && wish.until > now && wish.state !== 'missed' && wish.state !== 'away';
  return isOn ? null : { state: 'calling', since: now, until: now + CALLING_MS };
}

/** The server's state in the kiosk's time; the same object when unchanged. */
export function heard(wish: StaffRequest | null, said: StaffCallView, now: number): StaffRequest | null {
  if (said.state !== 'asked' && said.state !== 'coming') return wish;
  const next: StaffRequest = {
    state: said.state,
    since: now - said.since_seconds * 1000,
    until: now + said.left_seconds * 1000,
  };
  const isSame = wish !== null && wish.state === next.state && Math.abs(wish.until - next.until) < SAME_MS;
  return isSame ? wish : next;
}

/** The call could not be sent. If the server has it nevertheless, the next response shows it. */
export function callNotDelivered(now: number): StaffRequest {
  return { state: 'away', since: now, until: now + BAD_NEWS_MS };
}

/** Ends an expired state: an unanswered call becomes missed, others are removed. */
export function staffTimeUp(wish: StaffRequest | null, now: number): StaffRequest | null {
  if (wish === null || now < wish.until) return wish;
  if (wish.state === 'calling') return callNotDelivered(now);
  return wish.state === 'asked' ? { state: 'missed', since: wish.since, until: now + BAD_NEWS_MS } : null;
}
