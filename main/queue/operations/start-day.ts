/** Begin of a location's business day. */
import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AtLocation } from '../contract/request.ts';
import { turnOfDay } from '../rules/business-day.ts';
import { calendarOf } from '../rules/day/calendar.ts';

const NOTHING = ok({ ended: 0 });
/** Date of a day key, which also contains the reset time (`dayKey`). */
const dateOf = (day: string): string => day.slice(0, 10);

/**
 * Begins the location's business day if it has not begun. Waiting and paused tickets end, numbers and averages are
 * reset. The cost does not depend on the number of tickets: they belong to the earlier generation. Open calls continue.
 * The count of calls is not reset, because a tolerance continues across the night.
 */
export const startDay = operation<AtLocation, { readonly ended: number }>({
  scope: 'location',
  startsDay: false,
  prefetch: [],
  *run({ rows, now, emit }, { locationId, day }) {
    const location = yield* rows.location(locationId);
    if (location?.day === day && location.seenDay === day) return NOTHING;
    if (location === null) {
      yield* rows.setLocation(locationId, { day, seenDay: day, away: {}, staffCalls: {} });
      return NOTHING;
    }
    const turn = turnOfDay(location.day, location.seenDay, day);
    if (!turn.begins) {
      yield* rows.setLocation(locationId, { ...location, day: turn.started, seenDay: day });
      return NOTHING;
    }
    const ended = yield* rows.countOpen(locationId);
    yield* rows.dropTurnChanges(locationId, null);
    yield* rows.startServices(locationId, now, ended > 0);
    // An open break lasts until the end of its day.
    const ends =
      Object.keys(location.away).length === 0 ? now : calendarOf(yield* rows.dayRules(locationId)).begins(dateOf(day));
    for (const [deskId, away] of Object.entries(location.away)) {
      yield* rows.putDeskTime(locationId, deskId, away, Math.max(away.since, Math.min(now, ends)));
    }
    yield* rows.setLocation(locationId, { day, seenDay: day, away: {}, staffCalls: {} });
    yield* rows.setCallMemory(locationId, 0);
    emit({ type: 'queue.reset', locationId, serviceId: '', ticketId: '', deskId: '' });
    return ok({ ended });
  },
});
