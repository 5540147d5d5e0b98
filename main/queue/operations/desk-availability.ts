/**
 * Operations that mark a desk as unavailable or available.
 *
 * The next call at the desk makes it available again.
 */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { DeskAway } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';
import { tellChange } from './emit-change.ts';
import type { StoredLocation } from './rows/locations.ts';

interface SetDeskInput extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly state: DeskAway['kind'] | 'open';
  readonly reason: string;
}

/** Starts a break, closes the desk or opens it; replaces the former state. 115 while a call is open there. */
export const setDesk = operation<SetDeskInput, { readonly away: DeskAway | null }>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, { locationId, deskId, userId, state, reason }) {
    const { rows, now } = unit;
    if (state === 'open') {
      yield* comeBack(unit, locationId, deskId);
      return ok({ away: null });
    }
    if ((yield* rows.openAnswerAt(deskId)) !== null) return refuseAs('desk_serving');
    const location = yield* rows.location(locationId);
    if (location === null) throw new Error('The location of a new business day does not exist.');
    const before = location.away[deskId];
    if (before?.kind === state && before.reason === reason && before.userId === userId) return ok({ away: before });
    if (before !== undefined) yield* rows.putDeskTime(locationId, deskId, before, Math.max(before.since, now));
    const away: DeskAway = { kind: state, reason, userId, since: now };
    yield* putAway(unit, locationId, deskId, location, away);
    return ok({ away });
  },
});

/** Ends the break or closure of a desk, if there is one. */
export function* comeBack(unit: Unit, locationId: string, deskId: string): Effects<void> {
  const location = yield* unit.rows.location(locationId);
  const before = location?.away[deskId];
  if (location === null || before === undefined) return;
  yield* unit.rows.putDeskTime(locationId, deskId, before, Math.max(before.since, unit.now));
  yield* putAway(unit, locationId, deskId, location, null);
}

function* putAway(
  { rows, emit }: Unit,
  locationId: string,
  deskId: string,
  location: StoredLocation,
  away: DeskAway | null,
): Effects<void> {
  const { [deskId]: _before, ...others } = location.away;
  yield* rows.setLocation(locationId, { ...location, away: away === null ? others : { ...others, [deskId]: away } });
  emit({ type: 'desk.changed', locationId, serviceId: '', ticketId: '', deskId, away });
}

/**
 * Another user takes over a desk with its open call. No call ends or starts. 114 if the user serves at another desk.
 */
export const takeOver = operation<AtLocation & { readonly deskId: string; readonly userId: string }, null>({
  scope: 'location',
  startsDay: true,
  prefetch: ['desk', 'clerk'],
  *run(unit, { locationId, deskId, userId }) {
    const { rows } = unit;
    if (yield* rows.servesElsewhere(userId, deskId)) return fail({ errno: ERRNO.userServesElsewhere });
    const away = (yield* rows.location(locationId))?.away[deskId];
    if (away !== undefined && away.userId !== userId) yield* comeBack(unit, locationId, deskId);
    const open = yield* rows.openAnswerAt(deskId);
    if (open !== null && open.userId !== userId) {
      yield* rows.giveAnswer(open.id, userId);
      const exists = yield* tellChange(unit, open.ticketId, 'taken_over', deskId);
      if (!exists) throw new Error('A call has no ticket. Run npm run serve -- --check for details.');
    }
    return ok(null);
  },
});
