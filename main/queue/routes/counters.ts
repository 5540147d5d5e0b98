/**
 * REST operations for the counter's state and its desks.
 *
 * One response has the complete state of a counter page; another lists the available desks.
 */

import type { Audience } from '../../access/service/audience.ts';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { eventTicket, iso } from '../../events/service/event-shapes.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { type DeskHere, resolveDesk, servedIds, today } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Desk, Location, Service } from '../../site/contract/site.ts';
import { readerLanguage } from '../../site/routes/lookups.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen, isSwitchedOn } from '../../site/service/service-hours.ts';
import type { WaitForecast } from '../../wait-times/rules/wait-forecast.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import { nextWait } from '../../wait-times/service/waits.ts';
import { LIST_COUNTERS, READ_COUNTER, READ_COUNTER_TICKETS } from '../contract/endpoints.ts';
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import {
  COUNTER_LIST_LIMIT,
  CounterAnswer,
  type CounterList,
  CounterParameters,
  CountersAnswer,
  type CounterTicket,
  CounterTicketsAnswer,
  CounterTicketsParameters,
  type CounterUndo,
} from '../contract/rest/counters.ts';
import type { CalledTicket } from '../operations/call-records.ts';
import type { DeskQueue, DeskQueueEntry, DeskQueueList, DeskStep } from '../operations/queries/desk-queue.ts';
import { dayBegan } from '../rules/business-day.ts';
import { deskWork } from './desk-work.ts';

interface CounterServices {
  readonly waits: Waits;
}

const counters = operation({
  name: 'counters',
  area: 'lists',
  summary: 'Desks at which the caller can work, and the users with an open call there.',
  speaks: true,
  endpoint: LIST_COUNTERS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  parameters: NoParameters,
  answer: CountersAnswer,
  async handle(_parameters, { site, store, caller, keysAsked, languages }) {
    const own = caller.kind === 'user' && keysAsked ? caller.user.desks : [];
    const locations = site.locations.filter(({ state }) => state === 1);
    const desks = locations.flatMap(({ id }) =>
      site.desksOf(id).filter((desk) => desk.state === 1 && (own.length === 0 || own.includes(desk.id))),
    );
    const asked = [...new Set(desks.map(({ location }) => location))];
    const open = (await Promise.all(asked.map((locationId) => store.query('openAnswers', { locationId })))).flat();
    const users = new Map(open.map(({ answer }) => [answer.deskId, site.user(answer.userId)]));
    return ok({
      success: true,
      locations: locations
        .filter(({ id }) => asked.includes(id))
        .map(({ id }) => ({ id, name: site.locationName(at(site, id), readerLanguage(site, languages, id)) })),
      desks: desks.map(({ id, name, tag, location }) => ({
        id,
        name,
        tag,
        location,
        user_id: users.get(id)?.id ?? '',
        user_name: users.get(id)?.name ?? '',
      })),
    });
  },
});

const counter = ({ waits }: CounterServices) =>
  operation({
    name: 'counter',
    area: 'lists',
    summary:
      'Everything that a counter page needs: services and open call of the desk, waiting tickets in calling order, paused and cancelled tickets, and destinations of transfers.',
    errnos: [ERRNO.notFound],
    speaks: true,
    endpoint: READ_COUNTER,
    roles: ['acl_qmpad_access'],
    devices: COUNTER_DEVICES,
    reach: { atDesk: true },
    personalRead: { subject: 'desk_id', toStaff: true },
    parameters: CounterParameters,
    answer: CounterAnswer,
    async handle({ desk_id, user_id, services: asked }, context) {
      const { site, now } = context;
      const here = resolveDesk(site, desk_id);
      if (!here.ok) return here;
      const { desk, location } = here.value;
      const userId = user_id === '' ? '' : (site.user(user_id)?.id ?? null);
      if (userId === null) return refuse(ERRNO.notFound, 'user_id');
      const lang = readerLanguage(site, context.languages, location.id);
      const inUse = site.servicesOf(location.id).filter((service) => isSwitchedOn(service, location));
      const [lists, waiting, forecast, calls, left, wanted, step] = await Promise.all([
        tickets(context, desk, location, { userId, asked }),
        waitingBy(context, [...inUse.map(({ id }) => id), ...servedIds(site, desk.id)]),
        waits.of(location.id),
        context.store.query('openAnswers', { locationId: location.id }),
        context.store.query('desksAway', today(location, now)),
        context.store.query('staffCalls', { locationId: location.id, now }),
        context.store.query('deskStep', { locationId: location.id, deskId: desk.id, now }),
      ]);
      const shape = ({ ticket, answer }: CalledTicket) => eventTicket(site, { ticket, answer }, context.sees);
      return ok({
        success: true,
        at: iso(now),
        desk: { id: desk.id, name: desk.name, tag: desk.tag, state: desk.state },
        location: {
          id: location.id,
          name: site.locationName(location, lang),
          timezone: location.timezone,
          timeformat: location.timeformat,
          colour: location.colour,
        },
        call_policy: site.settings.call_policy,
        transfer_place: site.settings.transfer_place,
        services: inUse.map((service) => counterService(context, desk, service, { lang, waiting, forecast })),
        desks: site
          .desksOf(location.id)
          .filter(({ id, state }) => state === 1 && id !== desk.id)
          .map(({ id, name, tag }) => ({ id, name, tag, services: [...servedIds(site, id)] })),
        users: colleagues(site, location, userId),
        calls: calls.filter(({ answer }) => answer.deskId === desk.id).map(shape),
        elsewhere: calls
          .filter(({ answer }) => answer.userId === userId && userId !== '' && answer.deskId !== desk.id)
          .map(shape),
        staff_calls: wanted
          .filter(({ takenAt }) => takenAt === null)
          .map(({ deviceId, since, until }) => ({
            device_id: deviceId,
            device_name: site.device(deviceId)?.name ?? '',
            since: iso(since),
            until: iso(until),
          })),
        ...deskWork(context, here.value, { calls, left, lang }),
        undo: step === null ? [] : [undoShape(site, step, context.sees)],
        ...lists,
      });
    },
  });

const counterTickets = operation({
  name: 'counter_tickets',
  area: 'lists',
  summary: 'Further tickets of one list of a counter, in its order: at most 100.',
  errnos: [ERRNO.notFound],
  endpoint: READ_COUNTER_TICKETS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  personalRead: { subject: 'desk_id', toStaff: true },
  parameters: CounterTicketsParameters,
  answer: CounterTicketsAnswer,
  async handle({ desk_id, user_id, services: asked, list, skip }, context) {
    const { site, sees } = context;
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const userId = user_id === '' ? '' : (site.user(user_id)?.id ?? null);
    if (userId === null) return refuse(ERRNO.notFound, 'user_id');
    if (list === 'paused' || list === 'cancelled') {
      const found = (await setAside(context, here.value, list)).slice(skip, skip + COUNTER_LIST_LIMIT);
      const shape = (ticket: TicketRecord) => ({ ...eventTicket(site, { ticket, answer: null }, sees), ...NO_TURN });
      return ok({ success: true, tickets: found.map(shape) });
    }
    const services = waitedFor(site, here.value.desk, asked);
    const { entries } = await waitingAt(context, here.value, { userId, services, skip, list });
    return ok({ success: true, tickets: entries.map((entry) => waitingTicket(context, entry)) });
  },
});

function at(site: Site, locationId: string): Location {
  const location = site.location(locationId);
  if (location === undefined) throw new Error('A location of the list is not in the site.');
  return location;
}

/** Number of waiting tickets by service id. */
type Waiting = ReadonlyMap<string, number>;

async function waitingBy({ store }: RequestContext, services: readonly string[]): Promise<Waiting> {
  const queues = await store.query('serviceQueues', { services: [...new Set(services)] });
  return new Map(queues.map(({ serviceId, waiting }) => [serviceId, waiting]));
}

/** Fields of the turn for a ticket that does not wait. */
const NO_TURN = { turn: '', own: false, place: 0, sent_by: '' };

type Lists = Pick<CounterAnswer, 'waiting_count' | 'counts' | 'waiting' | 'paused' | 'cancelled'>;

async function tickets(
  context: RequestContext,
  desk: Desk,
  location: Location,
  { userId, asked }: { readonly userId: string; readonly asked: readonly string[] },
): Promise<Lists> {
  const { site, sees } = context;
  const [{ entries, counts }, paused, cancelled] = await Promise.all([
    waitingAt(context, { desk, location }, { userId, services: waitedFor(site, desk, asked), skip: 0 }),
    setAside(context, { desk, location }, 'paused'),
    setAside(context, { desk, location }, 'cancelled'),
  ]);
  const shape = (ticket: TicketRecord) => eventTicket(site, { ticket, answer: null }, sees);
  return {
    waiting_count: counts.own + counts.next + counts.others + counts.later,
    counts: { ...counts, paused: paused.length, cancelled: cancelled.length },
    waiting: entries.map((entry) => waitingTicket(context, entry)),
    paused: paused.slice(0, COUNTER_LIST_LIMIT).map(shape),
    cancelled: cancelled.slice(0, COUNTER_LIST_LIMIT).map(shape),
  };
}

/** All paused tickets, or all no-shows that can still be called. */
function setAside(
  { site, store, now }: RequestContext,
  { desk, location }: DeskHere,
  list: Exclude<CounterList, DeskQueueList>,
): Promise<readonly TicketRecord[]> {
  const of = { locationId: location.id, services: servedIds(site, desk.id) };
  if (list === 'paused') return store.query('pausedTickets', of);
  return store.query('cancelledTickets', {
    ...of,
    tolerance: location.ticket_tolerance,
    since: dayBegan(now, location.timezone, location.reset_time),
  });
}

/** Services of the desk whose visitors to list: the requested ones, or all. */
function waitedFor(site: Site, desk: Desk, asked: readonly string[]): readonly string[] {
  const served = servedIds(site, desk.id);
  const chosen = served.filter((id) => asked.includes(id));
  return chosen.length === 0 ? served : chosen;
}

interface WaitingPart {
  readonly userId: string;
  readonly services: readonly string[];
  readonly skip: number;
  readonly list?: DeskQueueList;
}

function waitingAt(
  { store, now }: RequestContext,
  { desk, location }: DeskHere,
  { userId, services, skip, list }: WaitingPart,
): Promise<DeskQueue> {
  return store.query('deskQueue', {
    locationId: location.id,
    services,
    deskId: desk.id,
    userId,
    callOrder: location.call_order,
    priorityRatio: location.priority_ratio,
    now,
    skip,
    limit: skip + COUNTER_LIST_LIMIT,
    ...(list === undefined ? {} : { list }),
  });
}

function waitingTicket(
  { site, sees }: RequestContext,
  { ticket, turn, own, place, sentBy }: DeskQueueEntry,
): CounterTicket {
  return {
    ...eventTicket(site, { ticket, answer: null }, sees),
    turn,
    own,
    place,
    sent_by: sentBy === null || sees !== 'staff' ? '' : senderName(site, sentBy),
  };
}

function senderName(site: Site, { userId, deskId }: Pick<CallRecord, 'userId' | 'deskId'>): string {
  const user = site.user(userId);
  return user?.name || user?.username || (site.desk(deskId)?.name ?? '');
}

function undoShape(site: Site, step: DeskStep, sees: Audience): CounterUndo {
  const { id, operation: what, userId, ticket } = step;
  const times = { at: iso(step.at), until: iso(step.until), latest: iso(step.latest) };
  const { label } = eventTicket(site, { ticket, answer: null }, sees);
  return { step_id: id, what: what.toLowerCase(), label, user_id: sees === 'staff' ? userId : '', ...times };
}

function counterService(
  { site, now }: RequestContext,
  desk: Desk,
  service: Service,
  { lang, waiting, forecast }: { readonly lang: string; readonly waiting: Waiting; readonly forecast: WaitForecast },
): CounterAnswer['services'][number] {
  const colour = service.rgbColour.replace(/^#/, '');
  return {
    id: service.id,
    name: site.serviceText(service, lang).name,
    tag: service.tag,
    colour: colour === '' ? '' : `#${colour}`,
    served: site.serves(desk.id, service.id),
    open: isServiceOpen(site, service, now),
    priority_allowed: service.priority_allowed,
    waiting: waiting.get(service.id) ?? 0,
    expected_wait: service.expected_wait,
    next_wait: nextWait(forecast, service),
    asks: service.forms.length > 0,
    outcomes: service.outcomes.map((outcome) => ({
      code: outcome.code,
      name: site.outcomeName(service, outcome, lang),
      kind: outcome.kind,
    })),
    outcome_required: service.outcome_required,
  };
}

function colleagues(site: Site, location: Location, userId: string): { id: string; name: string }[] {
  return site.users
    .filter(
      ({ id, state, locations }) =>
        state === 1 && id !== userId && (locations.length === 0 || locations.includes(location.id)),
    )
    .map(({ id, name, username }) => ({ id, name: name || username }));
}

export const counterOperations = (services: CounterServices): readonly Operation[] => [
  counters,
  counter(services),
  counterTickets,
];
