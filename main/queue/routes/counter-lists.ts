/**
 * REST operations for ticket search and ended visits.
 *
 * A clerk searches all tickets of today, and those with ended visits.
 */

import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { seesAnswers } from '../../access/service/ticket-view.ts';
import { eventTicket } from '../../events/service/event-shapes.ts';
import { formBook } from '../../forms/rules/form-book.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { resolveCaller, resolveDesk } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Location } from '../../site/contract/site.ts';
import { FIND_TICKETS, LIST_SERVED_TICKETS, READ_COUNTER_FIGURES } from '../contract/endpoints.ts';
import { CALL_STATE, type CallState, TICKET_STATE } from '../contract/records.ts';
import {
  CounterFiguresAnswer,
  CounterFiguresParameters,
  FindTicketsAnswer,
  FindTicketsParameters,
  MAX_FOUND,
  MAX_SERVED,
  ServedTicketsAnswer,
  ServedTicketsParameters,
} from '../contract/rest/clerk.ts';
import type { FoundTicket } from '../operations/queries/find-tickets.ts';
import { dayBegan } from '../rules/business-day.ts';
import { notedOutcomes } from './desk-work.ts';

/** POST: the search text contains personal data, and must not appear in URLs or logs. */
const findTickets = operation({
  name: 'find_tickets',
  area: 'lists',
  summary:
    'Searches the tickets of the day at the location of a desk, in any state, by number, name, note or answer. Returns at most 30, the best first, with the queue position of waiting ones. Every word must occur; case and accents are ignored.',
  errnos: [ERRNO.notFound],
  endpoint: FIND_TICKETS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  personalRead: { subject: 'desk_id', toStaff: true },
  parameters: FindTicketsParameters,
  answer: FindTicketsAnswer,
  async handle({ desk_id, text }, context) {
    const { site, store, now, sees, languages } = context;
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const { location } = here.value;
    const book = formBook(site);
    const questions = book.questions(book.templates.map(({ id }) => id));
    const found = await store.query('findTickets', {
      locationId: location.id,
      since: dayBegan(now, location.timezone, location.reset_time),
      text,
      hidden: questions.filter(({ staffSees }) => !staffSees).map(({ id }) => id),
      personal: seesAnswers(sees),
      most: MAX_FOUND,
      withResults: site.servicesOf(location.id).some(({ outcomes }) => outcomes.length > 0),
    });
    const places = await placesOf(found.tickets, location, context);
    return ok({
      success: true,
      tickets: found.tickets.map((each) => ({
        ...eventTicket(site, each, sees),
        place: places.get(each.ticket.id) ?? 0,
        served: each.answer?.state === CALL_STATE.ended,
        outcomes: notedOutcomes(site, each.answer?.serviceId ?? '', each.results, languages),
      })),
      more: found.more,
    });
  },
});

/** Positions of the waiting tickets in the calling order of their service; 1 is next. */
async function placesOf(
  found: readonly FoundTicket[],
  location: Location,
  { store, now }: RequestContext,
): Promise<ReadonlyMap<string, number>> {
  const waiting = found.filter(({ ticket }) => ticket.state === TICKET_STATE.waiting);
  const wanted = new Set(waiting.map(({ ticket }) => ticket.id));
  const services = new Set(waiting.map(({ ticket }) => ticket.dstServiceId));
  const rules = { callOrder: location.call_order, priorityRatio: location.priority_ratio, now };
  const places = new Map<string, number>();
  for (const serviceId of services) {
    const { ids } = await store.query('turnOrder', { serviceId, ...rules });
    ids.forEach((id, index) => {
      if (wanted.has(id)) places.set(id, index + 1);
    });
  }
  return places;
}

const servedTickets = operation({
  name: 'served_tickets',
  area: 'lists',
  summary: 'Tickets whose visit ended today, at most 100, newest first; those of this desk first.',
  errnos: [ERRNO.notFound],
  endpoint: LIST_SERVED_TICKETS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  personalRead: { subject: 'desk_id', toStaff: true },
  parameters: ServedTicketsParameters,
  answer: ServedTicketsAnswer,
  async handle({ desk_id }, { site, store, now, sees }) {
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const { desk, location } = here.value;
    const served = await store.query('servedTickets', {
      locationId: location.id,
      deskId: desk.id,
      since: dayBegan(now, location.timezone, location.reset_time),
      limit: MAX_SERVED,
    });
    return ok({ success: true, tickets: served.map((call) => eventTicket(site, call, sees)) });
  },
});

const figures = operation({
  name: 'counter_figures',
  area: 'lists',
  summary:
    'Own figures of a clerk today at the location of a desk: visitors served, no-shows, transfers, average time.',
  errnos: [ERRNO.notFound, ERRNO.deskUnavailable],
  endpoint: READ_COUNTER_FIGURES,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: CounterFiguresParameters,
  answer: CounterFiguresAnswer,
  async handle(parameters, { site, store, now }) {
    const here = resolveCaller(site, parameters);
    if (!here.ok) return here;
    const { location, user } = here.value;
    const since = dayBegan(now, location.timezone, location.reset_time);
    const calls = await store.query('callsOfClerk', { locationId: location.id, userId: user.id, since });
    const of = (state: CallState) => calls.find((each) => each.state === state) ?? { calls: 0, tookMs: 0 };
    const served = of(CALL_STATE.ended);
    return ok({
      success: true,
      served: served.calls,
      no_shows: of(CALL_STATE.cancelled).calls,
      transferred: of(CALL_STATE.transferred).calls,
      average_seconds: served.calls === 0 ? 0 : Math.round(served.tookMs / served.calls / 1000),
    });
  },
});

export const COUNTER_LIST_OPERATIONS: readonly Operation[] = [findTickets, servedTickets, figures];
