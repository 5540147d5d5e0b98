/**
 * Operations on queue alerts, each raised and ended once.
 *
 * However often, and by whichever server, the same is said, each is raised once and ends once.
 */
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import { putMails } from '../../mail/operations/mail-operations.ts';
import type { NewMail } from '../../mail/operations/mail-records.ts';
import type { NoInput } from '../../queue/contract/request.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation, query, type ScopeInput } from '../../store/contract/scope.ts';
import type { LimitAlarm, LimitChange } from '../contract/limits.ts';
import { alarmChanges, type NotifiedAlerts, type OpenAlarms } from '../rules/alarm-changes.ts';

interface NoteLimitsInput extends NotifiedAlerts {
  readonly locationId: string;
  /** The open alarms, by number, and the last number, as the caller saw them. */
  readonly seen: { readonly open: readonly number[]; readonly last: number };
  /** Mails about the changes that come of it. */
  readonly mails: readonly NewMail[];
}

interface NotedLimits {
  readonly changed: readonly LimitAlarm[];
  /** How many of the mails wait to be sent now: fewer than were given when very many do already. */
  readonly mailed: number;
}

interface SeeLimitInput {
  readonly locationId: string;
  readonly number: number;
  /** Empty: no keys are in use. */
  readonly userId: string;
}

/** So long alarms are kept. */
const KEPT_MS = 400 * 86_400_000;

/**
 * Raises, renews and ends alarms of a location, so that those stand that are named. Gives the alarms that have begun or ended.
 * Its mails are kept with the alarms or not at all. 7 when the alarms are others than were seen: then it must be said again.
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

/** A user has seen an alarm; the first is remembered. 6 when there is none of that number. */
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

/** Alarms of limits that stand, wherever. */
export const openLimitAlarms = query<NoInput, readonly LimitAlarm[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.openLimitAlarms();
  },
});

/** Those of one location, by number, and the last number that was given. */
export const limitBook = query<ScopeInput['location'], OpenAlarms>({
  scope: 'location',
  snapshot: true,
  *run(rows, { locationId }) {
    return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
  },
});

/** Alarms of a location that stand or stood between two instants, the latest first. */
export const limitAlarms = query<LimitAlarmsInput, readonly LimitAlarm[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, from, until, limit }) {
    return yield* rows.limitAlarms(locationId, from, until, limit);
  },
});
