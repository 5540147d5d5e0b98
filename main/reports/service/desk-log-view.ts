/** Outcomes and breaks of a period, with the names of the site. */

import { type ReportFilter, wantedBy } from '../../queue/rules/day/report-filter.ts';
import type { Location } from '../../site/contract/site.ts';
import { breakReasons } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { PeriodAnswer } from '../contract/rest/reports.ts';
import type { DeskLog } from '../operations/report-queries.ts';

type Outcomes = PeriodAnswer['by_outcome'];
type Breaks = PeriodAnswer['by_break'];

export function deskLogView(
  site: Site,
  location: Location,
  filter: ReportFilter,
  { results, breaks }: DeskLog,
): Pick<PeriodAnswer, 'by_outcome' | 'by_break'> {
  const wanted = wantedBy(filter);
  const userName = (id: string): string => site.user(id)?.name || (site.user(id)?.username ?? '');
  const reasons = breakReasons(site, site.settings.default_lang, location.id);

  const outcomes = new Map<string, Outcomes[number]>();
  for (const { serviceId, deskId, userId, code, calls, count } of results) {
    if (!wanted.call({ serviceId, deskId, userId })) continue;
    const key = JSON.stringify([serviceId, userId, code]);
    const before = outcomes.get(key);
    const service = site.service(serviceId);
    const outcome = service?.outcomes.find((known) => known.code === code);
    outcomes.set(key, {
      service_id: serviceId,
      service: service?.name ?? '',
      user_id: userId,
      user: userName(userId),
      code,
      name: outcome?.name ?? '',
      kind: outcome?.kind ?? '',
      calls: (before?.calls ?? 0) + calls,
      count: (before?.count ?? 0) + count,
    });
  }

  // A break is of no service: where only some are asked for, it is left out of nothing.
  const times = new Map<string, Breaks[number]>();
  for (const { deskId, userId, reason, breaks: number, ms } of breaks) {
    if (filter.desks.length > 0 && !filter.desks.includes(deskId)) continue;
    if (filter.users.length > 0 && !filter.users.includes(userId)) continue;
    const key = JSON.stringify([userId, reason]);
    const before = times.get(key);
    times.set(key, {
      user_id: userId,
      user: userName(userId),
      reason_id: reason,
      reason: reasons.find(({ id }) => id === reason)?.name ?? '',
      breaks: (before?.breaks ?? 0) + number,
      seconds: (before?.seconds ?? 0) + Math.round(ms / 1000),
    });
  }
  return { by_outcome: [...outcomes.values()], by_break: [...times.values()] };
}
