/** REST operations for lists of waiting, paused and cancelled tickets. */

import { type Audience, STAFF_DEVICES } from '../../access/service/audience.ts';
import { ALL_DEVICES, SCREEN_DEVICES } from '../../access/service/device-kinds.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import type { QueueTicket } from '../../rest/contract/shapes.ts';
import { resolveDesk, resolveService, servedIds } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { LastTicketsAnswer, LastTicketsParameters } from '../../site/contract/rest/auxiliary.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';
import { COUNT_WAITING_TICKETS, COUNT_WAITING_TICKETS_OF } from '../contract/endpoints.ts';
import { TicketsAnswer, WaitingCountAnswer } from '../contract/rest/queue-answers.ts';
import { DeskParameters, OptionalLocationParameters, ServiceParameters } from '../contract/rest/queue-parameters.ts';
import type { TicketNow } from '../operations/call-records.ts';
import { dayBegan } from '../rules/business-day.ts';
import { labelField, lastCallShape, serviceLabel, ticketShape } from '../service/ticket-shapes.ts';

function listed(site: Site, now: TicketNow, sees: Audience, withLabel: boolean): QueueTicket {
  return { ...ticketShape(site, now, sees), ...labelField(site, now.ticket, withLabel) };
}

const waitingTicketsList = operation({
  name: 'waitingticketslist',
  part: 'interface',
  area: 'lists',
  summary: 'Waiting tickets of a service, in calling order.',
  errnos: [ERRNO.notFound],
  method: 'POST',
  path: '/restapi/v2/queuemanagement/waitingticketslist',
  devices: STAFF_DEVICES,
  personalRead: { subject: 'service_id', toStaff: true },
  parameters: ServiceParameters,
  answer: TicketsAnswer,
  async handle({ service_id, label }, { site, store, now, sees, labels }) {
    const here = resolveService(site, service_id);
    if (!here.ok) return here;
    const { call_order: callOrder, priority_ratio: priorityRatio } = here.value.location;
    const tickets = await store.query('waitingTickets', { serviceId: service_id, callOrder, priorityRatio, now });
    return ok({
      success: true,
      tickets: tickets.map((ticket) => listed(site, { ticket, answer: null }, sees, label || labels)),
    });
  },
});

const pausedTicketsList = operation({
  name: 'pausedticketslist',
  part: 'interface',
  area: 'lists',
  summary: 'Paused tickets that a desk can call back, newest first.',
  errnos: [ERRNO.notFound],
  method: 'POST',
  path: '/restapi/v2/queuemanagement/pausedticketslist',
  devices: STAFF_DEVICES,
  reach: { atDesk: true },
  personalRead: { subject: 'desk_id', toStaff: true },
  parameters: DeskParameters,
  answer: TicketsAnswer,
  async handle({ desk_id, label }, { site, store, sees, labels }) {
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const input = { locationId: here.value.location.id, services: servedIds(site, desk_id) };
    const tickets = await store.query('pausedNow', input);
    return ok({ success: true, tickets: tickets.map((ticket) => listed(site, ticket, sees, label || labels)) });
  },
});

const cancelledTicketsList = operation({
  name: 'cancellededticketslist',
  part: 'interface',
  area: 'lists',
  summary: 'Cancelled tickets that a desk can still call back, newest first.',
  errnos: [ERRNO.notFound],
  method: 'POST',
  path: '/restapi/v2/queuemanagement/cancellededticketslist',
  devices: STAFF_DEVICES,
  reach: { atDesk: true },
  personalRead: { subject: 'desk_id', toStaff: true },
  parameters: DeskParameters,
  answer: TicketsAnswer,
  async handle({ desk_id, label }, { site, store, now, sees, labels }) {
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const { location } = here.value;
    const tickets = await store.query('cancelledNow', {
      locationId: location.id,
      services: servedIds(site, desk_id),
      tolerance: location.ticket_tolerance,
      since: dayBegan(now, location.timezone, location.reset_time),
    });
    return ok({ success: true, tickets: tickets.map((ticket) => listed(site, ticket, sees, label || labels)) });
  },
});

function waitingCount(
  more: Pick<Operation, 'name' | 'summary' | 'errnos'> & { readonly endpoint: typeof COUNT_WAITING_TICKETS },
) {
  return operation({
    ...more,
    part: 'interface',
    area: 'lists',
    devices: ALL_DEVICES,
    parameters: OptionalLocationParameters,
    answer: WaitingCountAnswer,
    async handle({ location_id }, { site, store, now }) {
      if (location_id !== '' && site.location(location_id) === undefined) return refuse(ERRNO.notFound, 'location_id');
      const all = location_id === '' ? site.services : site.servicesOf(location_id);
      const services = all.filter(({ qm_enabled }) => qm_enabled);
      const queues = await store.query('serviceQueues', { services: services.map(({ id }) => id) });
      const byId = new Map(queues.map((queue) => [queue.serviceId, queue]));
      return ok({
        success: true,
        services: services.map((service) => ({
          id: service.id,
          tag: service.tag,
          description: serviceLabel(service),
          number_of_waiting_tickets: String(byId.get(service.id)?.waiting ?? 0),
          open: isServiceOpen(site, service, now),
          avg_waiting_time: String(byId.get(service.id)?.averageWaitSeconds ?? service.expected_wait),
        })),
      });
    },
  });
}

const waitingTicketsCount = waitingCount({
  name: 'waitingticketscount',
  summary: 'Number of waiting tickets and mean wait of each service.',
  endpoint: COUNT_WAITING_TICKETS,
});

const waitingTicketsCountOf = waitingCount({
  name: 'waitingticketscount_location',
  summary: 'Number of waiting tickets and mean wait of each service of a location.',
  errnos: [ERRNO.notFound],
  endpoint: COUNT_WAITING_TICKETS_OF,
});

export const TICKET_LIST_OPERATIONS: readonly Operation[] = [
  waitingTicketsList,
  pausedTicketsList,
  cancelledTicketsList,
  waitingTicketsCount,
  waitingTicketsCountOf,
];

/** The tickets called last at a location on its business day, each once, newest call first. */
const lastTickets = operation({
  name: 'lasttickets',
  part: 'interface',
  area: 'lists',
  summary: 'The calls of a location, newest first.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: '/restapi/ticket/lastTickets',
  devices: SCREEN_DEVICES,
  parameters: LastTicketsParameters,
  answer: LastTicketsAnswer,
  async handle({ location, number }, { site, store, now }) {
    const here = site.location(location);
    if (here === undefined) return refuse(ERRNO.notFound, 'location');
    const since = dayBegan(now, here.timezone, here.reset_time);
    const calls = await store.query('lastTickets', { locationId: location, since, limit: number });
    return ok({
      success: true,
      lastTickets: calls.map((call) => ({ [call.ticket.serviceId]: lastCallShape(site, call) })),
    });
  },
});

export const LAST_TICKETS_OPERATIONS: readonly Operation[] = [lastTickets];
