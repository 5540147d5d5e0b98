/**
 * Changes of a location's queue alerts after an evaluation.
 *
 * Reckoned by who says it, and again by who writes it.
 */
import type { LimitAlarm } from '../contract/limits.ts';

/** One that is to stand. */
export type StandingLimit = Pick<LimitAlarm, 'serviceId' | 'kind' | 'bound' | 'worst' | 'since'>;

/** The alarms that stand at a location, and the number that was given last. */
export interface OpenAlarms {
  readonly open: readonly LimitAlarm[];
  /** 0: none was. */
  readonly last: number;
}

export interface QueueAlertChange {
  readonly change: 'raised' | 'ended';
  readonly alarm: LimitAlarm;
}

const isSame = (one: Pick<LimitAlarm, 'serviceId' | 'kind'>, other: Pick<LimitAlarm, 'serviceId' | 'kind'>): boolean =>
  one.serviceId === other.serviceId && one.kind === other.kind;

/** What is so of a location: all that stand, and the last figures of those that have ended. */
export interface NotifiedAlerts {
  readonly standing: readonly StandingLimit[];
  readonly ended: readonly StandingLimit[];
}

/** `kept`: those that go on, with their figures of now. One that nobody knows the last figures of ends with those that are written. */
export function alarmChanges(
  { open, last }: OpenAlarms,
  locationId: string,
  { standing, ended: over }: NotifiedAlerts,
  now: number,
): { readonly kept: readonly LimitAlarm[]; readonly changes: readonly QueueAlertChange[] } {
  const kept = open.flatMap((alarm) => {
    const still = standing.find((each) => isSame(each, alarm));
    return still === undefined ? [] : { ...alarm, bound: still.bound, worst: still.worst };
  });
  const ended = open
    .filter((alarm) => !standing.some((each) => isSame(each, alarm)))
    .map((alarm) => {
      const worst = over.find((each) => isSame(each, alarm))?.worst ?? alarm.worst;
      return { change: 'ended', alarm: { ...alarm, worst, endedAt: now } } as const;
    });
  const raised = standing
    .filter((each) => !open.some((alarm) => isSame(each, alarm)))
    .map((each, place) => {
      const alarm = { ...each, locationId, number: last + place + 1, endedAt: null, seenAt: null, seenBy: '' };
      return { change: 'raised', alarm } as const;
    });
  return { kept, changes: [...ended, ...raised] };
}
