/**
 * REST schemas of thresholds and queue alerts.
 *
 * Limits that a house sets for its queues, and the alarms that tell when one is broken.
 */
import Type, { type Static } from 'typebox';

/**
 * The worst first. `wait`: somebody waits longer than so many minutes; `waiting`: more than so many wait; `idle`: a desk at work calls nobody
 * for so many minutes while people wait for it; `share`: fewer than so many percent of today's calls came in time; `abandoned`: more than so
 * many percent of today's visitors went away.
 */
export const LIMIT_KINDS = ['wait', 'waiting', 'idle', 'share', 'abandoned'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export const LIMIT_CHANGES = ['raised', 'seen', 'ended'] as const;
export type LimitChange = (typeof LIMIT_CHANGES)[number];

/** Fields of a location and of each service; 0: no limit. */
export interface Limits {
  /** Minutes. */
  readonly limit_wait: number;
  readonly limit_waiting: number;
  /** Minutes. */
  readonly limit_idle: number;
  /** Percent of today's calls that are to come within `limit_share_minutes`. */
  readonly limit_share: number;
  readonly limit_share_minutes: number;
  /** Percent. */
  readonly limit_abandoned: number;
}

/** As it is kept. Instants are epoch milliseconds. */
export interface LimitAlarm {
  readonly locationId: string;
  /** Grows from one alarm of a location to the next. */
  readonly number: number;
  /** Empty: the location as a whole. */
  readonly serviceId: string;
  readonly kind: LimitKind;
  /** What was allowed, in the unit of its kind: minutes, people or percent. */
  readonly bound: number;
  /** The worst that was seen, in the same unit. */
  readonly worst: number;
  /** Since when the limit is broken. */
  readonly since: number;
  /** Null while it stands. */
  readonly endedAt: number | null;
  /** Null until somebody says that they have seen it. */
  readonly seenAt: number | null;
  /** Who that was; empty also when nobody needed a key. */
  readonly seenBy: string;
}

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });

export const LimitAlarmSchema = Type.Object({
  number: integer('Names the alarm at its location.'),
  service_id: text('The service; empty: the location as a whole.'),
  service_name: text('Its name.'),
  kind: Type.Enum([...LIMIT_KINDS], { description: 'Which limit is broken.' }),
  bound: integer('What was allowed: minutes, people or percent, as the kind has it.'),
  worst: integer('The worst that was seen, in the same unit.'),
  since: text('Since when it is so.'),
  ended_at: text('When it was over; empty while it stands.'),
  seen_at: text('When somebody said that they have seen it; empty before.'),
  seen_by: text('Id of that user; empty when nobody has, or nobody needs a key.'),
  seen_by_name: text('The name of that user.'),
});

/** An alarm that was raised, was seen, or has ended. */
export const LimitNewsSchema = Type.Object({
  change: Type.Enum([...LIMIT_CHANGES], { description: 'What has happened to it.' }),
  ...LimitAlarmSchema.properties,
});

export type ShownLimitAlarm = Static<typeof LimitAlarmSchema>;
export type LimitNews = Static<typeof LimitNewsSchema>;
