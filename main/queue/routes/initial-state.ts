/** REST operations for the initial state of pages. */
import { SCREEN_DEVICES } from '../../access/service/device-kinds.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import type { LastCallEntry } from '../../rest/contract/shapes.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { InitialStateAnswer, InitialStateParameters, type ServiceState } from '../../site/contract/rest/auxiliary.ts';
import type { Desk, Service } from '../../site/contract/site.ts';
import { isServiceOpen } from '../../site/service/service-hours.ts';
import type { LastCall } from '../operations/call-records.ts';
import { dayBegan } from '../rules/business-day.ts';
import { lastCallShape, serviceLabel, wallTime } from '../service/ticket-shapes.ts';

/** Initial state of a display page. */
const initialState = operation({
  name: 'initialstate',
  part: 'interface',
  area: 'lists',
  summary: 'Initial state of a display: services, desks and, if requested, the last calls.',
  errnos: [ERRNO.notFound],
  method: 'POST',
  path: '/restapi/v2/queuemanagement/initialstate',
  devices: SCREEN_DEVICES,
  parameters: InitialStateParameters,
  answer: InitialStateAnswer,
  async handle(parameters, context) {
    const { site, store, now } = context;
    const { location_id: locationId } = parameters;
    const location = site.location(locationId);
    if (location === undefined) return refuse(ERRNO.notFound, 'location_id');
    // A display that starts in the morning shows no calls of the previous business day.
    const since = dayBegan(now, location.timezone, location.reset_time);
    const services = site.servicesOf(locationId);
    const desks = site.desksOf(locationId);
    const states = await serviceStates(context, locationId, services, since);
    const inUse = new Set(services.filter(({ state, qm_enabled }) => state === 1 && qm_enabled).map(({ id }) => id));

    const lastTickets: { byservice?: LastCallEntry[]; bydesk?: LastCallEntry[] } = {};
    const entries = (calls: readonly (readonly LastCall[])[]) => calls.flat().map((call) => lastCallShape(site, call));
    if (parameters.last_tickets_by_service) {
      const limit = callsOfEach(parameters.quantity_by_service, services.length);
      const ask = ({ id }: Service) => store.query('lastTickets', { locationId, serviceId: id, since, limit });
      lastTickets.byservice = entries(await Promise.all(services.map(ask)));
    }
    if (parameters.last_tickets_by_desk) {
      const limit = callsOfEach(parameters.quantity_by_desk, desks.length);
      const ask = ({ id }: Desk) => store.query('lastTickets', { locationId, deskId: id, since, limit });
      lastTickets.bydesk = entries(await Promise.all(desks.map(ask)));
    }
    return ok({
      success: true,
      player_info: {
        database: {
          services: states.filter(({ id }) => inUse.has(id)),
          desks: desks.filter(({ state }) => state === 1).map(deskState),
        },
        ...(parameters.all_services ? { byService: states } : {}),
        ...(parameters.all_desks ? { byDesk: desks.map(deskState) } : {}),
      },
      ...(Object.keys(lastTickets).length > 0 ? { lastTickets } : {}),
    });
  },
});

/** Limit for all services or all desks together. */
const MAX_CALLS = 10_000;

/** Calls per service or desk: the requested number, or fewer if there are very many. */
function callsOfEach(wanted: number, things: number): number {
  return Math.min(wanted, Math.max(1, Math.floor(MAX_CALLS / Math.max(1, things))));
}

function deskState({ id, name, tag }: Desk): { id: string; description: string; tag: string } {
  return { id, description: name, tag };
}

async function serviceStates(
  { site, store, now }: RequestContext,
  locationId: string,
  services: readonly Service[],
  since: number,
): Promise<ServiceState[]> {
  const queues = await store.query('serviceQueues', { services: services.map(({ id }) => id) });
  const issued = new Map(queues.map(({ serviceId, lastIssuedNumber }) => [serviceId, lastIssuedNumber]));
  const calls = await store.query('serviceLastCalls', { locationId, services: services.map(({ id }) => id), since });
  const lastCall = new Map(calls.map(({ serviceId, call }) => [serviceId, call]));
  return services.map((service) => {
    const call = lastCall.get(service.id);
    return {
      id: service.id,
      description: serviceLabel(service),
      tag: service.tag,
      desk_id: call?.answer.deskId ?? '',
      state: isServiceOpen(site, service, now) ? 'open' : 'close',
      answer_date: wallTime(site, locationId, call?.answer.calledAt ?? null),
      arrival_date: wallTime(site, locationId, call?.ticket.issuedAt ?? null),
      last_call_number: call?.ticket.number ?? 0,
      dst_service_id: call?.ticket.dstServiceId ?? '',
      last_print_ticket: issued.get(service.id) ?? 0,
      use_app_tag: false,
      app_tag: '',
      max_ticket_number: service.maxTicketNumber,
      ticket_flags: call?.ticket.flags ?? 0,
    };
  });
}

export const INITIAL_STATE_OPERATIONS: readonly Operation[] = [initialState];
