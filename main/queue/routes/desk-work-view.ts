/** Staff at each desk, as shown at a counter. */

import type { Audience } from '../../access/service/audience.ts';
import { eventTicket, iso } from '../../events/service/event-shapes.ts';
import type { Desk, Location } from '../../site/contract/site.ts';
import { breakReasons } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { DeskAway } from '../contract/records.ts';
import type { CounterAnswer, CounterStaff } from '../contract/rest/counters.ts';
import type { CalledTicket } from '../operations/call-records.ts';

interface Known {
  readonly calls: readonly CalledTicket[];
  readonly left: Readonly<Record<string, DeskAway>>;
  readonly lang: string;
}

export function deskWork(
  { site, sees }: { readonly site: Site; readonly sees: Audience },
  { desk, location }: { readonly desk: Desk; readonly location: Location },
  { calls, left, lang }: Known,
): Pick<CounterAnswer, 'away' | 'break_reasons' | 'auto_call_seconds' | 'staff'> {
  const own = left[desk.id];
  const forStaff = (text: string): string => (sees === 'staff' ? text : '');
  const nameOf = (userId: string): string => {
    const user = site.user(userId);
    return forStaff(user?.name || user?.username || '');
  };
  const staffAt = (other: Desk): CounterStaff => {
    const call = calls.find(({ answer }) => answer.deskId === other.id);
    const away = call === undefined ? left[other.id] : undefined;
    const userId = call?.answer.userId ?? away?.userId ?? '';
    return {
      desk_id: other.id,
      desk_name: site.deskName(other, lang),
      state: call === undefined ? (away?.kind ?? 'open') : 'serving',
      since: iso(call?.answer.calledAt ?? away?.since ?? null),
      reason: forStaff(away?.reason ?? ''),
      user_id: forStaff(userId),
      user_name: nameOf(userId),
      label: call === undefined ? '' : eventTicket(site, call, sees).label,
    };
  };
  return {
    away:
      own === undefined
        ? []
        : [{ state: own.kind, reason: forStaff(own.reason), user_id: forStaff(own.userId), since: iso(own.since) }],
    break_reasons: breakReasons(site, lang, location.id).map((reason) => ({ ...reason })),
    auto_call_seconds: location.auto_call_seconds,
    staff: site
      .desksOf(location.id)
      .filter(({ id, state }) => state === 1 && id !== desk.id)
      .map(staffAt),
  };
}
