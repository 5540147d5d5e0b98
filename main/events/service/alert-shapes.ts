/** An alarm of a limit as events, webhooks and answers tell it. */
import type { LimitAlarm, LimitChange, LimitNews, ShownLimitAlarm } from '../../queue-alerts/contract/limits.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { iso } from './event-shapes.ts';

export function shownLimit(site: Site, alarm: LimitAlarm): ShownLimitAlarm {
  const { number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy } = alarm;
  const user = seenBy === '' ? undefined : site.user(seenBy);
  return {
    number,
    service_id: serviceId,
    service_name: serviceId === '' ? '' : (site.service(serviceId)?.name ?? ''),
    kind,
    bound,
    worst,
    since: iso(since),
    ended_at: iso(endedAt),
    seen_at: iso(seenAt),
    seen_by: seenBy,
    seen_by_name: user === undefined ? '' : user.name || user.username,
  };
}

export function limitNews(
  site: Site,
  { change, alarm }: { readonly change: LimitChange; readonly alarm: LimitAlarm },
): LimitNews {
  return { change, ...shownLimit(site, alarm) };
}
