/** What the store keeps of limits that were broken. */
import type { LimitAlarm } from '../contract/limits.ts';

/** One that is to stand. */
export type StandingLimit = Pick<LimitAlarm, 'serviceId' | 'kind' | 'bound' | 'worst' | 'since'>;

export interface NoteLimitsInput {
  readonly locationId: string;
  /** All that stand now; others have ended. */
  readonly standing: readonly StandingLimit[];
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
