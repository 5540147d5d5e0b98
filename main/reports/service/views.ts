/** Figures in the shapes of responses, with names from the site. */

import { largest } from '../../lib/lists.ts';
import type { KeyedTally, PeriodFigures, PeriodRules } from '../../queue/rules/day/period.ts';
import type { DeskTime } from '../../queue/rules/day/staffing.ts';
import type { TallyFigures } from '../../queue/rules/day/tally.ts';
import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';
import type { PeriodAnswer, PeriodData, TallyView, TodayAnswer } from '../contract/rest/reports.ts';
import type { DeskNow, ReportQueries, ServiceNow } from '../operations/report-queries.ts';

function tallyView(figures: TallyFigures): TallyView {
  const { neverCalled, noShows, inTime, issued, calls, served, paused, transferred, waiting, service } = figures;
  return {
    issued,
    never_called: neverCalled,
    calls,
    served,
    no_shows: noShows,
    paused,
    transferred,
    in_time: inTime,
    waiting,
    service,
  };
}

/** Figures of a period in the response shape. */
export function periodView(
  site: Site,
  location: Location,
  { from, to, desks, users, targets }: PeriodRules,
  figures: PeriodFigures,
): Omit<PeriodData, 'by_outcome' | 'by_break' | 'by_transfer'> {
  const { staffing } = figures;
  const deskNames = new Map(site.desksOf(location.id).map(({ id, name }) => [id, name]));
  return {
    success: true,
    location: location.id,
    timezone: location.timezone,
    from,
    to,
    issued_counted: desks.length === 0 && users.length === 0,
    target_minutes: targets.location,
    days_used: figures.days.filter(({ issued, calls }) => issued + calls > 0).length,
    total: tallyView(figures.total),
    by_service: namedTallies(figures.services, site.servicesOf(location.id)).map((row) => ({
      ...row,
      target_minutes: targets.services[row.id] ?? targets.location,
    })),
    by_desk: namedTallies(figures.desks, site.desksOf(location.id)),
    by_user: namedTallies(figures.users, site.users),
    by_hour: hourTallies(figures.hours),
    by_weekday: figures.weekdays.map(({ key, ...tally }) => ({ weekday: Number(key), ...tallyView(tally) })),
    by_day: figures.days.map(({ key, ...tally }) => ({ day: key, ...tallyView(tally) })),
    staffing_by_hour: staffing.hours.map((time, hour) => ({ hour, ...deskTimeView(time) })),
    staffing_by_desk: inOrder(staffing.desks, site.desksOf(location.id)).map(({ key, ...time }) => ({
      id: key,
      name: deskNames.get(key) ?? '',
      ...deskTimeView(time),
    })),
    issued_by_weekday_and_hour: figures.issuedByWeekdayAndHour.map((hours) => [...hours]),
  };
}

function deskTimeView({ deskHours, serviceSeconds }: DeskTime): { desk_hours: number; service_seconds: number } {
  return { desk_hours: deskHours, service_seconds: serviceSeconds };
}

type NamedTally = PeriodAnswer['by_desk'][number];

/** In the site's order, followed by deleted items. */
function inOrder<Keyed extends { readonly key: string }>(
  rows: readonly Keyed[],
  known: readonly { readonly id: string }[],
): readonly Keyed[] {
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? known.length;
  return rows.toSorted((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1));
}

function namedTallies(
  tallies: readonly KeyedTally[],
  known: readonly { readonly id: string; readonly name: string; readonly username?: string }[],
): NamedTally[] {
  const names = new Map(known.map(({ id, name, username }) => [id, name || (username ?? '')]));
  return inOrder(tallies, known).map(({ key, ...figures }) => ({
    id: key,
    name: names.get(key) ?? '',
    ...tallyView(figures),
  }));
}

function hourTallies(hours: readonly KeyedTally[]): PeriodAnswer['by_hour'] {
  return hours.map(({ key, ...figures }) => ({ hour: Number(key), ...tallyView(figures) }));
}

/** How long a desk counts as open after its last call. */
const OPEN_AFTER_CALL_MS = 30 * 60_000;
const NO_TALLY: TallyFigures = {
  issued: 0,
  neverCalled: 0,
  calls: 0,
  served: 0,
  noShows: 0,
  paused: 0,
  transferred: 0,
  inTime: 0,
  waiting: { count: 0, mean: 0, median: 0, p90: 0, p95: 0, max: 0 },
  service: { count: 0, mean: 0, median: 0, p90: 0, p95: 0, max: 0 },
};

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);
const tallyOf = (tallies: readonly KeyedTally[], id: string): TallyView =>
  tallyView(tallies.find(({ key }) => key === id) ?? NO_TALLY);

export function todayView(
  site: Site,
  location: Location,
  { period, services, desks }: ReportQueries['today']['output'],
  { day, now }: { readonly day: string; readonly now: number },
): TodayAnswer {
  const byDesk = site.desksOf(location.id).map((desk) => {
    const last = desks.find(({ deskId }) => deskId === desk.id);
    return {
      id: desk.id,
      name: desk.name,
      tag: desk.tag,
      state: desk.state,
      ...lastCall(site, last, now),
      ...tallyOf(period.desks, desk.id),
    };
  });
  const waited = services.reduce((sum, { waitedMs }) => sum + waitedMs.total, 0);
  const waiters = services.reduce((sum, { waitedMs }) => sum + waitedMs.count, 0);
  return {
    success: true,
    location: location.id,
    timezone: location.timezone,
    day,
    at: new Date(now).toISOString(),
    now: {
      waiting: services.reduce((sum, { waiting }) => sum + waiting, 0),
      average_wait: waiters === 0 ? 0 : seconds(waited / waiters),
      longest_wait: seconds(largest([0, ...services.map(({ waitedMs }) => waitedMs.longest)])),
      desks_serving: byDesk.filter(({ serving }) => serving).length,
      desks_open: byDesk.filter(({ open }) => open).length,
    },
    total: tallyView(period.total),
    by_service: services.flatMap((live) => serviceView(site, live, period.services, now)),
    by_desk: byDesk,
    by_hour: hourTallies(period.hours),
  };
}

function serviceView(
  site: Site,
  { serviceId, waiting, waitingPriority, waitedMs }: ServiceNow,
  tallies: readonly KeyedTally[],
  now: number,
): TodayAnswer['by_service'] {
  const service = site.service(serviceId);
  if (service === undefined) return [];
  const colour = service.rgbColour.replace(/^#/, '');
  return [
    {
      id: service.id,
      name: service.name,
      tag: service.tag,
      colour: colour === '' ? '' : `#${colour}`,
      open: isServiceOpen(site, service, now),
      waiting_now: waiting,
      waiting_priority: waitingPriority,
      average_wait: waitedMs.count === 0 ? 0 : seconds(waitedMs.total / waitedMs.count),
      longest_wait: seconds(waitedMs.longest),
      ...tallyOf(tallies, service.id),
    },
  ];
}

function lastCall(site: Site, call: DeskNow | undefined, now: number) {
  if (call === undefined) {
    const none = { ticket: '', service_id: '', user_id: '', user_name: '', called_at: '', ended_at: '' };
    return { open: false, serving: false, ...none };
  }
  const service = site.service(call.ticket.serviceId);
  const user = site.user(call.userId);
  return {
    open: call.endedAt === null || now - call.endedAt < OPEN_AFTER_CALL_MS,
    serving: call.endedAt === null,
    ticket:
      call.ticket.label ||
      (service === undefined ? String(call.ticket.number) : site.ticketLabel(service, call.ticket.number)),
    service_id: call.serviceId,
    user_id: call.userId,
    user_name: user === undefined ? '' : user.name || user.username,
    called_at: new Date(call.calledAt).toISOString(),
    ended_at: call.endedAt === null ? '' : new Date(call.endedAt).toISOString(),
  };
}
