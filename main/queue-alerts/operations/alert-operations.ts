/**
 * Operations on queue alerts, idempotent over all servers.
 *
 * Each alert is raised once and ends once, however often a server reports the same state.
 */
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { putMails } from '../../mail/operations/mail-operations.ts';
import type { NewMail } from '../../mail/operations/mail-records.ts';
import type { NoInput } from '../../queue/contract/request.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation, query, type ScopeInput } from '../../store/contract/scope.ts';
import type { LimitAlarm, LimitChange } from '../contract/limits.ts';
import { alarmChanges, type NotifiedAlerts, type OpenAlarms } from '../rules/alarm-changes.ts';

interface NoteLimitsInput extends NotifiedAlerts {
  readonly locationId: string;
  /** Numbers of the open alerts, and the last number, as the caller read them. */
  readonly seen: { readonly open: readonly number[]; readonly last: number };
  /** Mails about the resulting changes. */
  readonly mails: readonly NewMail[];
}

interface NotedLimits {
  readonly changed: readonly LimitAlarm[];
  /** Number of enqueued mails: fewer than given if the outbox is full. */
  readonly mailed: number;
}

interface SeeLimitInput {
  readonly locationId: string;
  readonly number: number;
  /** Empty if no keys are in use. */
  readonly userId: string;
}

/** Retention of alerts. */
const KEPT_MS = 400 * 86_400_000;

/**
 * Raises, updates and ends alerts of a location, so that exactly the given ones are open. Returns those that began or
 * ended. Mails are enqueued in the same transaction. 7 if the alerts have changed since they were read: read them
 * again.
 */
export const noteLimits = operation<NoteLimitsInput, NotedLimits>({
  scope: 'location',
  startsDay: false,
  prefetch: [],
  *run(unit, { locationId, standing, ended, seen, mails }) {
    const { rows, now } = unit;
    const book = { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
    if (book.last !== seen.last || book.open.map(({ number }) => number).join() !== seen.open.join()) {
      return fail({ errno: ERRNO.cannotConclude, parameter: 'seen' });
    }
    const { kept, changes } = alarmChanges(book, locationId, { standing, ended }, now);
    for (const alarm of kept) yield* rows.putLimitAlarm(alarm);
    for (const { change, alarm } of changes) {
      yield* rows.putLimitAlarm(alarm);
      tell(unit, change, alarm);
    }
    if (changes.some(({ change }) => change === 'raised')) yield* rows.dropLimitAlarms(locationId, now - KEPT_MS);
    const put = mails.length === 0 ? null : yield* putMails.run(unit, { mails });
    return ok({ changed: changes.map(({ alarm }) => alarm), mailed: put?.ok === true ? put.value.added : 0 });
  },
});

/** Acknowledges an alert for a user; only the first is stored. 6 for an unknown number. */
export const seeLimitAlarm = operation<SeeLimitInput, LimitAlarm>({
  scope: 'location',
  startsDay: false,
  prefetch: [],
  *run(unit, { locationId, number, userId }) {
    const alarm = yield* unit.rows.limitAlarm(locationId, number);
    if (alarm === null) return fail({ errno: ERRNO.notFound, parameter: 'alarm' });
    if (alarm.seenAt !== null) return ok(alarm);
    const seen = { ...alarm, seenAt: unit.now, seenBy: userId };
    yield* unit.rows.putLimitAlarm(seen);
    return ok(tell(unit, 'seen', seen));
  },
});

function tell({ emit }: Unit, change: LimitChange, alarm: LimitAlarm): LimitAlarm {
  const { locationId, serviceId } = alarm;
  emit({ type: 'limit.alarm', locationId, serviceId, ticketId: '', deskId: '', limit: { change, alarm } });
  return alarm;
}

interface LimitAlarmsInput {
  readonly locationId: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

/** Open queue alerts of all locations. */
export const openLimitAlarms = query<NoInput, readonly LimitAlarm[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.openLimitAlarms();
  },
});

/** Open alerts of a location by number, and the last number. */
export const limitBook = query<ScopeInput['location'], OpenAlarms>({
  scope: 'location',
  snapshot: true,
  *run(rows, { locationId }) {
    return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
  },
});

/** Alerts of a location that were open between two instants, latest first. */
export const limitAlarms = query<LimitAlarmsInput, readonly LimitAlarm[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, from, until, limit }) {
    return yield* rows.limitAlarms(locationId, from, until, limit);
  },
});
