/** What the store keeps of limits that were broken. */
import type { LimitAlarm } from '../contract/limits.ts';
import type { ToldLimits } from '../core/limits/alarm-changes.ts';
import type { NewMail } from './mail.ts';

export interface NoteLimitsInput extends ToldLimits {
  readonly locationId: string;
  /** The alarms that stood, by number, and the last number, as whoever says this saw them. */
  readonly seen: { readonly open: readonly number[]; readonly last: number };
  /** What is mailed of the changes that come of it. */
  readonly mails: readonly NewMail[];
}

export interface NotedLimits {
  readonly changed: readonly LimitAlarm[];
  /** How many of the mails wait to be sent now: fewer than were given when very many do already. */
  readonly mailed: number;
}

export interface SeeLimitInput {
  readonly locationId: string;
  readonly number: number;
  /** Empty: nobody needs a key. */
  readonly userId: string;
}

export interface LimitAlarmsInput {
  readonly locationId: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}
