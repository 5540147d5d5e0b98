/**
 * REST schemas of thresholds and queue alerts.
 */
import Type, { type Static } from 'typebox';

/**
 * Kinds, worst first. `wait`: a visitor waits longer than the limit in minutes; `waiting`: more visitors wait; `idle`:
 * a desk has called no visitor for this many minutes while some wait for it; `share`: fewer percent of today's calls
 * were in time; `abandoned`: more percent of today's visitors left.
 */
export const LIMIT_KINDS = ['wait', 'waiting', 'idle', 'share', 'abandoned'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_CHANGES = ['raised', 'seen', 'ended'] as const;
export type LimitChange = (typeof LIMIT_CHANGES)[number];

/** Fields of a location and of each service; 0: no threshold. */
export interface Limits {
  /** Minutes. */
  readonly limit_wait: number;
  readonly limit_waiting: number;
  /** Minutes. */
  readonly limit_idle: number;
  /** Percent of today's calls that must be within `limit_share_minutes`. */
  readonly limit_share: number;
  readonly limit_share_minutes: number;
  /** Percent. */
  readonly limit_abandoned: number;
}

/** Stored queue alert. Instants are epoch milliseconds. */
export interface LimitAlarm {
  readonly locationId: string;
  /** Sequence number within the location. */
  readonly number: number;
  /** Empty: the whole location. */
  readonly serviceId: string;
  readonly kind: LimitKind;
  /** Threshold in the unit of its kind: minutes, people or percent. */
  readonly bound: number;
  /** Worst value, in the same unit. */
  readonly worst: number;
  /** Since when the threshold is exceeded. */
  readonly since: number;
  /** Null while the alert is open. */
  readonly endedAt: number | null;
  /** Null until it is acknowledged. */
  readonly seenAt: number | null;
  /** User who acknowledged it; also empty if no key was required. */
  readonly seenBy: string;
}

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });

export const LimitAlarmSchema = Type.Object({
  number: integer('Number of the alarm at its location.'),
  service_id: text('The service; empty: the location as a whole.'),
  service_name: text('Its name.'),
  kind: Type.Enum([...LIMIT_KINDS], { description: 'Exceeded threshold.' }),
  bound: integer('Threshold in minutes, people or percent, by kind.'),
  worst: integer('Worst value, in the same unit.'),
  since: text('Start of the alarm.'),
  ended_at: text('End of the alarm; empty while it is active.'),
  seen_at: text('Time of its acknowledgement; empty before.'),
  seen_by: text('Id of the user who acknowledged it; empty before, and while API authentication is off.'),
  seen_by_name: text('Name of that user.'),
});

/** An alert that was raised, acknowledged or ended. */
export const LimitNewsSchema = Type.Object({
  change: Type.Enum([...LIMIT_CHANGES], { description: 'Change of the alarm.' }),
  ...LimitAlarmSchema.properties,
});

export type ShownLimitAlarm = Static<typeof LimitAlarmSchema>;
export type LimitNews = Static<typeof LimitNewsSchema>;
