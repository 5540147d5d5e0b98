/**
 * Changes of a location's queue alerts after an evaluation.
 *
 * Computed by the evaluation, and again in the transaction that writes them.
 */
import type { LimitAlarm } from '../contract/limits.ts';

/** An alert that must be open. */
export type StandingLimit = Pick<LimitAlarm, 'serviceId' | 'kind' | 'bound' | 'worst' | 'since'>;

/** Open alerts of a location, and the last number. */
export interface OpenAlarms {
  readonly open: readonly LimitAlarm[];
  /** 0: none yet. */
  readonly last: number;
}

export interface QueueAlertChange {
  readonly change: 'raised' | 'ended';
  readonly alarm: LimitAlarm;
}

const isSame = (one: Pick<LimitAlarm, 'serviceId' | 'kind'>, other: Pick<LimitAlarm, 'serviceId' | 'kind'>): boolean =>
  one.serviceId === other.serviceId && one.kind === other.kind;

/** Wanted state of a location: open alerts, and last values of ended ones. */
export interface NotifiedAlerts {
  readonly standing: readonly StandingLimit[];
  readonly ended: readonly StandingLimit[];
}

/** `kept`: continuing alerts with current values. An alert without known last values ends with its stored ones. */
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
