/**
 * Compact body of a stored event.
 *
 * Every call writes three events, and half of each consisted of field names. The body omits columns of its row, and
 * personal data of the visitor.
 */
import {
  CALL_STATE,
  type CallRecord,
  type PersonalField,
  type QueueEvent,
  type ServiceQueue,
  TICKET_STATE,
  type TicketRecord,
} from '../../queue/contract/records.ts';

type Visitor = Pick<TicketRecord, PersonalField>;

/** Columns beside the body. */
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

/** Stored form. 0: absent. */
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

/**
 * Check of a stored change's body.
 *
 * Its content enters long-lived state: a wrong shape would fail far away from here.
 */
export interface CountsBody {
  readonly queues: readonly ServiceQueue[];
  readonly isNewDay: boolean;
}

type Check = (value: unknown) => boolean;

const TYPES: Readonly<Record<QueueEvent['type'], true>> = {
  'ticket.created': true,
  'ticket.called': true,
  'ticket.recalled': true,
  'ticket.paused': true,
  'ticket.cancelled': true,
  'ticket.transferred': true,
  'ticket.ended': true,
  'ticket.changed': true,
  'desk.changed': true,
  'queue.reset': true,
  'device.alarm': true,
  'limit.alarm': true,
  'staff.call': true,
  'site.changed': true,
};

const TICKET_STATES: ReadonlySet<unknown> = new Set(Object.values(TICKET_STATE));

const ANSWER_STATES: ReadonlySet<unknown> = new Set(Object.values(CALL_STATE));

const isText: Check = (value) => typeof value === 'string';

const isNumber: Check = (value) => typeof value === 'number';

const isFlag: Check = (value) => typeof value === 'boolean';

const isNumberOrNull: Check = (value) => value === null || isNumber(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the order of `ticketCells`. */
const TICKET: readonly Check[] = [
  ...[isText, isText, isText, isText, isNumber, isText, (value: unknown) => TICKET_STATES.has(value)],
  ...[isFlag, isNumber, isText, isText, isNumberOrNull, isNumber, isNumber],
];

/** In the order of `answerCells`. */
const ANSWER: readonly Check[] = [
  ...[isText, isText, isText, isText, (value: unknown) => ANSWER_STATES.has(value), isNumber, isNumberOrNull],
];

function isRow(value: unknown, checks: readonly Check[]): boolean {
  if (!Array.isArray(value) || value.length !== checks.length) return false;
  return checks.every((check, index) => check(value[index]));
}

function has(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  return isObject(value) && Object.entries(fields).every(([field, check]) => check(value[field]));
}

const ALARM = { deviceId: isText, kind: isText, since: isNumber, endedAt: isNumberOrNull };

const LIMIT_ALARM = { locationId: isText, kind: isText, since: isNumber };

const REST: Readonly<Record<string, Check>> = {
  change: isText,
  alarm: (value) => has(value, ALARM),
  away: (value) => value === null || has(value, { kind: isText, reason: isText, userId: isText, since: isNumber }),
  limit: (value) => has(value, { change: isText, alarm: (alarm) => has(alarm, LIMIT_ALARM) }),
  staffCall: (value) =>
    has(value, { change: isText, deviceId: isText, state: isText, since: isNumber, until: isNumber }),
};

/** Unknown fields come from a newer version. */
function isRest(value: unknown): boolean {
  if (value === undefined) return true;
  return isObject(value) && Object.entries(value).every(([field, inside]) => REST[field]?.(inside) ?? true);
}

export function isEventBody(body: unknown): body is EventBody {
  if (!Array.isArray(body)) return false;
  const [type, serviceId, deskId, ticket, answer, rest] = body as readonly unknown[];
  return (
    isText(type) &&
    Object.hasOwn(TYPES, type as string) &&
    isText(serviceId) &&
    isText(deskId) &&
    (ticket === 0 || isRow(ticket, TICKET)) &&
    (answer === 0 || isRow(answer, ANSWER)) &&
    isRest(rest)
  );
}

const QUEUE = {
  serviceId: isText,
  waiting: isNumber,
  waitingPriority: isNumber,
  averageWaitSeconds: isNumberOrNull,
  secondsPerPlace: isNumberOrNull,
  lastIssuedNumber: isNumber,
};

export function isCountsBody(body: unknown): body is CountsBody {
  if (!isObject(body) || !isFlag(body.isNewDay) || !Array.isArray(body.queues)) return false;
  return body.queues.every((queue) => has(queue, QUEUE));
}
