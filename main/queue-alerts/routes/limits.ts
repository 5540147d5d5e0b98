/**
 * REST operations that list and acknowledge queue alerts.
 */

import { callerId } from '../../access/service/caller.ts';
import { shownLimit } from '../../events/service/event-shapes.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { calendarOf, dayAfter } from '../../queue/rules/day/calendar.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { LIST_LIMIT_ALARMS, SEE_LIMIT_ALARM } from '../contract/endpoints.ts';
import type { LimitAlarm } from '../contract/limits.ts';
import {
  LimitAlarmsAnswer,
  LimitAlarmsParameters,
  type LocatedLimitAlarm,
  SeeLimitAlarmAnswer,
  SeeLimitAlarmParameters,
} from '../contract/rest/limits.ts';
import { worstFirst } from '../rules/worst-first.ts';

/** Maximum alerts of one location. */
const MOST = 500;

const located = (site: Site, whole: Site, alarm: LimitAlarm): LocatedLimitAlarm => ({
  location: alarm.locationId,
  location_name: site.location(alarm.locationId)?.name ?? '',
  // The user who acknowledged it can belong to another location.
  ...shownLimit(whole, alarm),
});

async function ofDay(locationId: string, day: string, { store, now }: RequestContext): Promise<readonly LimitAlarm[]> {
  const calendar = calendarOf(await store.query('dayRules', { locationId }));
  const asked = day === '' ? calendar.dayOf(now) : day;
  return store.query('limitAlarms', {
    locationId,
    from: calendar.begins(asked),
    until: calendar.begins(dayAfter(asked)),
    limit: MOST,
  });
}

const list = operation({
  name: 'limit_alarms',
  area: 'reports',
  summary:
    'Active queue alerts at the locations of the caller; with a location, also ended ones of a day, with their acknowledgements.',
  errnos: [ERRNO.notFound],
  endpoint: LIST_LIMIT_ALARMS,
  roles: ['acl_qmpad_access'],
  orRoles: ['reports_view'],
  jsonOnly: true,
  parameters: LimitAlarmsParameters,
  answer: LimitAlarmsAnswer,
  async handle({ location, business_day: day }, context) {
    const { site, whole, store } = context;
    if (location !== '' && site.location(location) === undefined) return refuse(ERRNO.notFound, 'location');
    if (day !== '' && Number.isNaN(Date.parse(day))) return refuse(ERRNO.invalidParameters, 'business_day');
    // Without a location, all open alerts in one query; with one, the alerts of a day.
    const found = location === '' ? await store.query('openLimitAlarms', {}) : await ofDay(location, day, context);
    const seen = found.filter(({ locationId }) => site.location(locationId) !== undefined);
    return ok({ success: true, alarms: seen.toSorted(worstFirst).map((alarm) => located(site, whole, alarm)) });
  },
});

const see = operation({
  name: 'acknowledge_limit_alarm',
  area: 'reports',
  summary: 'Acknowledges a queue alert. The first user who does so is stored.',
  errnos: [ERRNO.notFound],
  endpoint: SEE_LIMIT_ALARM,
  roles: ['acl_qmpad_access'],
  jsonOnly: true,
  parameters: SeeLimitAlarmParameters,
  answer: SeeLimitAlarmAnswer,
  async handle({ location, alarm: number }, { site, whole, store, caller, now }) {
    if (site.location(location) === undefined) return refuse(ERRNO.notFound, 'location');
    const seen = await store.run('seeLimitAlarm', { locationId: location, number, userId: callerId(caller) }, { now });
    return seen.ok ? ok({ success: true, alarm: located(site, whole, seen.value) }) : seen;
  },
});

export const LIMIT_OPERATIONS: readonly Operation[] = [list, see];
