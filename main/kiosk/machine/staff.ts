/** A visitor calls staff by one touch: what is shown of it, and when. Pure. */

import type { StaffCallView } from '../../devices/contract/rest/kiosks.ts';
import type { KioskStaff } from '../contract/kiosk.ts';

/** What became of the call. Instants are epoch milliseconds of the kiosk. */
export interface StaffRequest {
  readonly state: Exclude<KioskStaff['state'], 'none'>;
  readonly since: number;
  /** When this is over by itself. */
  readonly until: number;
}

/** The server is asked within its deadlines; this is for what nobody has thought of. */
const CALLING_MS = 30_000;
/** So long it stays to be read that nobody came, or could be told. */
const BAD_NEWS_MS = 60_000;
/** Of two answers about one call: seconds are whole, and answers take their time. */
const SAME_MS = 5_000;

/** Null when it changes nothing: the call stands, or is on its way. */
export function pressed(wish: StaffRequest | null, now: number): StaffRequest | null {
  const isOn = wish !== null && wish.until > now && wish.state !== 'missed' && wish.state !== 'away';
  return isOn ? null : { state: 'calling', since: now, until: now + CALLING_MS };
}

/** What the server says, in the kiosk's time; the same object when that is known. */
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

/** Nobody could be told. A call that the server has all the same is heard of later. */
export function notTold(now: number): StaffRequest {
  return { state: 'away', since: now, until: now + BAD_NEWS_MS };
}

/** Its time may be over: a call that nobody has answered in time is said so, everything else goes. */
export function staffTimeUp(wish: StaffRequest | null, now: number): StaffRequest | null {
  if (wish === null || now < wish.until) return wish;
  if (wish.state === 'calling') return notTold(now);
  return wish.state === 'asked' ? { state: 'missed', since: wish.since, until: now + BAD_NEWS_MS } : null;
}
