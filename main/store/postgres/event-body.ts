/**
 * Compact body of a stored event.
 *
 * Three are written with every visitor who is called, and half of each was names. What the row says already is not
 * said again, and nothing of the visitor is in it.
 */
import type { CallRecord, PersonalField, QueueEvent, TicketRecord } from '../../queue/contract/records.ts';

type Visitor = Pick<TicketRecord, PersonalField>;

/** What stands beside the body. */
type Told = Pick<QueueEvent, 'at' | 'locationId' | 'ticketId'>;

function ticketCells(ticket: TicketRecord) {
  return [
    ticket.serviceId,
    ticket.dstServiceId,
    ticket.dstDeskId,
    ticket.dstUserId,
    ticket.number,
    ticket.label,
    ticket.state,
    ticket.transferred,
    ticket.flags,
    ticket.lang,
    ticket.appId,
    ticket.scheduledAt,
    ticket.issuedAt,
    ticket.waitingSince,
  ] as const;
}

function ticketOf(
  cells: ReturnType<typeof ticketCells>,
  { locationId, ticketId }: Told,
  visitor: Visitor,
): TicketRecord {
  const [serviceId, dstServiceId, dstDeskId, dstUserId, number, label, state, ...more] = cells;
  const [transferred, flags, lang, appId, scheduledAt, issuedAt, waitingSince] = more;
  return {
    id: ticketId,
    locationId,
    serviceId,
    dstServiceId,
    dstDeskId,
    dstUserId,
    number,
    label,
    state,
    transferred,
    flags,
    lang,
    appId,
    scheduledAt,
    issuedAt,
    waitingSince,
    ...visitor,
  };
}

const answerCells = ({ id, serviceId, deskId, userId, state, calledAt, endedAt }: CallRecord) =>
  [id, serviceId, deskId, userId, state, calledAt, endedAt] as const;

function answerOf(cells: ReturnType<typeof answerCells>, { locationId, ticketId }: Told): CallRecord {
  const [id, serviceId, deskId, userId, state, calledAt, endedAt] = cells;
  return { id, ticketId, locationId, serviceId, deskId, userId, state, calledAt, endedAt };
}

type Rest = Pick<QueueEvent, 'change' | 'alarm' | 'away' | 'limit' | 'staffCall'>;

/** As it is written. 0: there is none. */
export type EventBody = readonly [
  type: QueueEvent['type'],
  serviceId: string,
  deskId: string,
  ticket: ReturnType<typeof ticketCells> | 0,
  answer: ReturnType<typeof answerCells> | 0,
  rest?: Rest,
];

export function eventBody(event: QueueEvent): EventBody {
  const {
    type,
    serviceId,
    deskId,
    ticket,
    answer,
    at: _at,
    locationId: _locationId,
    ticketId: _ticketId,
    ...rest
  } = event;
  const told = [
    type,
    serviceId,
    deskId,
    ticket === undefined ? 0 : ticketCells(ticket),
    answer === undefined ? 0 : answerCells(answer),
  ] as const;
  return Object.keys(rest).length === 0 ? told : [...told, rest];
}

export function eventOf(
  [type, serviceId, deskId, ticket, answer, rest]: EventBody,
  told: Told,
  visitor: Visitor,
): QueueEvent {
  return {
    type,
    ...told,
    serviceId,
    deskId,
    ...(ticket === 0 ? {} : { ticket: ticketOf(ticket, told, visitor) }),
    ...(answer === 0 ? {} : { answer: answerOf(answer, told) }),
    ...rest,
  };
}
