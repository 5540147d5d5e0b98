/** Alarms of limits: however often, and by whichever server, the same is said, each is raised once and ends once. */
import { ERRNO } from '../../contract/errno.ts';
import type { LimitAlarm, LimitChange } from '../../contract/limits.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../queue.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';

/** So long alarms are kept. */
const KEPT_MS = 400 * 86_400_000;

const isSame = (one: Pick<LimitAlarm, 'serviceId' | 'kind'>, other: Pick<LimitAlarm, 'serviceId' | 'kind'>): boolean =>
  one.serviceId === other.serviceId && one.kind === other.kind;

export function* noteLimits(
  unit: Unit,
  { locationId, standing }: QueueOperations['noteLimits']['input'],
): Steps<Result<QueueOperations['noteLimits']['output'], QueueFault>> {
  const { rows, now } = unit;
  const open = yield* rows.openLimitAlarmsAt(locationId);
  const changed: LimitAlarm[] = [];
  for (const alarm of open) {
    const still = standing.find((each) => isSame(each, alarm));
    const next: LimitAlarm =
      still === undefined ? { ...alarm, endedAt: now } : { ...alarm, bound: still.bound, worst: still.worst };
    yield* rows.putLimitAlarm(next);
    if (still === undefined) changed.push(tell(unit, 'ended', next));
  }
  const begun = standing.filter((each) => !open.some((alarm) => isSame(each, alarm)));
  if (begun.length === 0) return ok({ changed });
  let number = yield* rows.lastLimitAlarm(locationId);
  for (const each of begun) {
    number += 1;
    const alarm: LimitAlarm = { ...each, locationId, number, endedAt: null, seenAt: null, seenBy: '' };
    yield* rows.putLimitAlarm(alarm);
    changed.push(tell(unit, 'raised', alarm));
  }
  yield* rows.dropLimitAlarms(locationId, now - KEPT_MS);
  return ok({ changed });
}

export function* seeLimitAlarm(
  unit: Unit,
  { locationId, number, userId }: QueueOperations['seeLimitAlarm']['input'],
): Steps<Result<LimitAlarm, QueueFault>> {
  const alarm = yield* unit.rows.limitAlarm(locationId, number);
  if (alarm === null) return fail({ errno: ERRNO.notFound, parameter: 'alarm' });
  if (alarm.seenAt !== null) return ok(alarm);
  const seen = { ...alarm, seenAt: unit.now, seenBy: userId };
  yield* unit.rows.putLimitAlarm(seen);
  return ok(tell(unit, 'seen', seen));
}

function tell({ emit }: Unit, change: LimitChange, alarm: LimitAlarm): LimitAlarm {
  const { locationId, serviceId } = alarm;
  emit({ type: 'limit.alarm', locationId, serviceId, ticketId: '', deskId: '', limit: { change, alarm } });
  return alarm;
}
