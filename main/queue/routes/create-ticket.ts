/** REST operations that issue tickets. */

import { type Audience, drawerOf } from '../../access/service/audience.ts';
import { isCard, TICKET_DEVICES } from '../../access/service/device-kinds.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { type Booking, checkIn } from '../../appointments/service/check-in.ts';
import type { Channel } from '../../forms/contract/form-constants.ts';
import type { FormAnswerInput } from '../../forms/operations/form-answer-records.ts';
import { channelOf } from '../../forms/rules/asked-questions.ts';
import { checkAnswers } from '../../forms/rules/check-answers.ts';
import { answersRefusal, recordAnswers, serviceQuestions } from '../../forms/service/record-answers.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Metrics } from '../../rest/metrics.ts';
import { earlierOutcome, resolveService, resolveUser, today, when } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { type Appointment, DEVICE_TYPE, type Device, type Location, type Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isServiceOpen, type ServiceHere } from '../../site/service/service-hours.ts';
import { TICKET_PAGE_HEADER } from '../../visitor-phone/contract/phone-protocol.ts';
import type { PhoneTickets } from '../../visitor-phone/service/phone-tickets.ts';
import { announcedWait, type Waits } from '../../wait-times/service/waits.ts';
import { CREATE_TICKET, WITHDRAW_TICKET } from '../contract/endpoints.ts';
import { FLAG } from '../contract/records.ts';
import { CreateTicketAnswer, TICKET_LABEL_HEADER } from '../contract/rest/queue-answers.ts';
import {
  CreateTicketParameters,
  WithdrawTicketAnswer,
  WithdrawTicketParameters,
} from '../contract/rest/queue-parameters.ts';
import type { CreatedTicket, CreateTicketInput } from '../operations/create-ticket.ts';
import { NO_TICKET_STRINGS, ticketStrings } from '../rules/ticket-text.ts';
import { clockTime, labelOf, ticketShape } from '../service/ticket-shapes.ts';

/** Roles that allow a user to issue a ticket. */
export const TICKET_ROLES = ['acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services'] as const;

interface CreateTicketServices {
  readonly guesses: GuessLimits;
  readonly metrics: Metrics;
  readonly phones: PhoneTickets;
  readonly waits: Waits;
}

const createTicket = ({ guesses, metrics, phones, waits }: CreateTicketServices) =>
  operation({
    name: 'createticket',
    part: 'interface',
    area: 'queue',
    summary:
      'Issues a ticket. With a device, the response contains the texts of the printed ticket. The header `Ticket-Label` is its label as on paper. If the site has a `public_url`, the header `Ticket-Page` is the address of the page for the phone of the visitor.',
    errnos: [
      ERRNO.notFound,
      ERRNO.cannotConclude,
      ERRNO.serviceClosed,
      ERRNO.waitingCapReached,
      ERRNO.deskUnavailable,
      ERRNO.outsideCheckIn,
      ERRNO.ticketState,
      ERRNO.deviceUnavailable,
      ERRNO.tooMany,
    ],
    endpoint: CREATE_TICKET,
    roles: TICKET_ROLES,
    devices: TICKET_DEVICES,
    reach: { asDevice: 'with-cards' },
    guess: 'appointment',
    parameters: CreateTicketParameters,
    answer: CreateTicketAnswer,
    headers(answer, _request) {
      const { ticket, label } = answer as IssuedAnswer;
      const page = phones.pageOf(ticket.id);
      return { [TICKET_LABEL_HEADER]: headerText(label), ...(page === null ? {} : { [TICKET_PAGE_HEADER]: page }) };
    },
    async handle(parameters, context) {
      const { site, store, now, sees } = context;
      const here = resolveService(site, parameters.service_id);
      if (!here.ok) return here;
      const booking = await checkedIn(here.value, parameters, guesses, context);
      const input = booking.ok ? readInput(site, here.value, parameters, booking.value, now) : booking;
      const withStrings = parameters.device_id !== '';
      const created = input.ok
        ? await store.run(
            'createTicket',
            withStrings ? { ...input.value, ...(await waitFor(here.value, input.value, waits)) } : input.value,
            when(context),
          )
        : ((await earlierOutcome('createTicket', context)) ?? input);
      if (!created.ok) return fail(created.error);
      if (input.ok && !context.replay.happened) {
        metrics.countTicket();
        waits.adopt(here.value.location.id, [created.value.queue]);
      }
      const answer = issuedAnswer(site, here.value, created.value, {
        withStrings,
        audience: drawerOf(sees),
        hidesName: namesStranger(parameters, context),
      });
      const issued: IssuedAnswer = { ...answer, label: labelOf(site, created.value.ticket) };
      return ok(issued);
    },
  });

/** The label is sent as a header only: the schema removes it from the body. */
type IssuedAnswer = CreateTicketAnswer & { readonly label: string };

/** Encodes characters that a header cannot carry, as in URLs: `%C3%89001`. */
function headerText(text: string): string {
  return text.toWellFormed().replace(/[^ -$&-~]/gu, encodeURIComponent);
}

/** Same as `checkIn`, but prevents callers from probing for valid codes. */
async function checkedIn(
  here: ServiceHere,
  parameters: CreateTicketParameters,
  guesses: GuessLimits,
  context: RequestContext,
): Promise<Result<Booking, Refusal>> {
  if (parameters.appointment === '') return checkIn(here, parameters, context);
  const { caller, address, now } = context;
  const guess = guesses.begin('appointment', { caller, address, locationId: here.location.id, now });
  if (!guess.ok) return guess;
  let isThere = false;
  try {
    const booking = await checkIn(here, parameters, context);
    isThere = booking.ok || booking.error.errno !== ERRNO.notFound;
    return booking;
  } finally {
    guess.value.end(isThere);
  }
}

/** A device with a code must not learn the name on the appointment; a caller that sent the name knows it. */
function namesStranger({ appointment, client_name }: CreateTicketParameters, { caller }: RequestContext): boolean {
  return appointment !== '' && client_name === '' && caller.kind === 'device';
}

function readInput(
  site: Site,
  { service, location }: ServiceHere,
  parameters: CreateTicketParameters,
  booking: Booking,
  now: number,
): Result<CreateTicketInput, Refusal> {
  const { desk_id, user_id, device_id } = parameters;
  const booked = booking.visit?.appointment;

  const device = device_id === '' ? undefined : site.device(device_id);
  if (device_id !== '') {
    const isHere = device !== undefined && (device.location === '' || device.location === location.id);
    if (!isHere || device.state !== 1) return refuse(ERRNO.deviceUnavailable, 'device_id');
  }
  const desk = desk_id === '' ? undefined : site.desk(desk_id);
  if (desk_id !== '') {
    if (desk === undefined) return refuse(ERRNO.notFound, 'desk_id');
    if (desk.state !== 1 || !site.serves(desk_id, service.id)) return refuse(ERRNO.deskUnavailable, 'desk_id');
  }
  const user = user_id === '' ? null : resolveUser(site, user_id, location.id);
  if (user !== null && !user.ok) return user;
  if (parameters.priority && !service.priority_allowed)
    return refuseAs('priority_not_allowed', { parameter: 'priority' });
  if (!isServiceOpen(site, service, now)) return refuse(ERRNO.serviceClosed);
  const flags = flagsOf(parameters, device, booking);
  if ((flags & FLAG.virtual) !== 0 && !service.virtual_ticket_enabled) {
    return refuseAs('no_virtual_tickets', { parameter: 'from_virtualticket' });
  }
  const formAnswers = readFormAnswers(
    site,
    { service, location },
    parameters.form_answers,
    channelAt(device, flags),
    now,
  );
  if (!formAnswers.ok) return formAnswers;

  return ok({
    ...today(location, now),
    serviceId: service.id,
    ...booking.input,
    deskId: desk?.id ?? bookedDesk(site, service, booked),
    userId: user?.value.id ?? bookedUser(site, location, booked),
    deviceId: device_id,
    flags,
    note: '',
    lang: site.chooseLanguage(parameters.lang || (booked?.lang ?? ''), location.id),
    customField: parameters.custom_field,
    clientName: parameters.client_name || (booked?.client_name ?? ''),
    tag: service.tag,
    numberWidth: location.number_width,
    firstNumber: service.first_ticket_number,
    maxNumber: service.maxTicketNumber,
    maxWaiting: service.max_waiting,
    priorityFirst: location.call_order !== 'fifo',
    ...(formAnswers.value.length === 0 ? {} : { formAnswers: formAnswers.value }),
  });
}

/** Estimated wait of a new ticket. It is stored with the ticket, so that a repeated response is the same. */
async function waitFor(
  { service, location }: ServiceHere,
  { flags }: CreateTicketInput,
  waits: Waits,
): Promise<Pick<CreateTicketInput, 'wait'>> {
  const forecast = await waits.soon(location.id);
  const priority = (flags & FLAG.priority) !== 0;
  const before = forecast.before(service.id, priority);
  const seconds = announcedWait(forecast, service, { priority, before });
  if (seconds === 0) return {};
  const isKnown = forecast.wait({ serviceId: service.id, priority, before }) !== null;
  return { wait: isKnown ? { before, seconds } : { before, seconds, onlyNext: true } };
}

/** Clients without support for forms send no answers; these are not required of them. */
function readFormAnswers(
  site: Site,
  { service, location }: ServiceHere,
  answers: CreateTicketParameters['form_answers'],
  channel: Channel | null,
  now: number,
): Result<readonly FormAnswerInput[], Refusal> {
  if (answers === undefined) return ok([]);
  const questions = serviceQuestions(site, [service.id]).filter(({ stage }) => stage === 'before');
  const given = new Map(Object.entries(answers));
  const checked = checkAnswers({ questions, given, channel, complete: true });
  return checked.ok ? ok(recordAnswers(questions, checked.value, location, now)) : fail(answersRefusal(checked.error));
}

/** Channel of the form answers; null if the request does not show it. */
function channelAt(device: Device | undefined, flags: number): Channel | null {
  if (device !== undefined) return channelOf(device.type);
  if ((flags & FLAG.virtual) !== 0) return 'virtual_ticket';
  return (flags & FLAG.appointment) !== 0 ? 'appointments' : null;
}

/** The booked desk, if it is available today. */
function bookedDesk(site: Site, service: Service, booked: Appointment | undefined): string {
  const desk = site.desk(booked?.desk ?? '');
  return desk?.state === 1 && site.serves(desk.id, service.id) ? desk.id : '';
}

function bookedUser(site: Site, location: Location, booked: Appointment | undefined): string {
  const user = resolveUser(site, booked?.user ?? '', location.id);
  return user.ok ? user.value.id : '';
}

function flagsOf(parameters: CreateTicketParameters, device: Device | undefined, { isAppointment }: Booking): number {
  const virtual = !['', '0', 'false'].includes(parameters.from_virtualticket.toLowerCase());
  return (
    (parameters.priority ? FLAG.priority : 0) |
    (isAppointment ? FLAG.appointment : 0) |
    (virtual ? FLAG.virtual : 0) |
    (device !== undefined && isCard(device) ? FLAG.card : 0) |
    (parameters.walk_in || device?.type === DEVICE_TYPE.qmPad ? FLAG.walkIn : 0)
  );
}

/** Response to the request that issued the ticket. */
export function issuedAnswer(
  site: Site,
  here: ServiceHere,
  created: CreatedTicket,
  {
    withStrings,
    audience,
    hidesName = false,
  }: { readonly withStrings: boolean; readonly audience: Audience; readonly hidesName?: boolean },
): CreateTicketAnswer {
  const { ticket, queue, before } = created;
  const { service, location } = here;
  return {
    success: true,
    ticket: {
      ...ticketShape(site, { ticket: hidesName ? { ...ticket, clientName: '' } : ticket, answer: null }, audience),
      number_of_waiting_tickets: String(queue.waiting),
      avg_waiting_time: clockTime(queue.averageWaitSeconds ?? service.expected_wait),
    },
    ticket_strings: withStrings
      ? ticketStrings({
          site,
          service,
          location,
          lang: ticket.lang,
          issuedAt: ticket.issuedAt,
          before,
          waitSeconds: created.waitSeconds ?? 0,
          priority: (ticket.flags & FLAG.priority) !== 0,
        })
      : NO_TICKET_STRINGS,
  };
}

export const createTicketOperations = (services: CreateTicketServices): readonly Operation[] => [
  createTicket(services),
];

/** Extension: withdraws a ticket whose response did not reach the client. */
const withdrawTicket = operation({
  name: 'withdraw_ticket',
  area: 'queue',
  summary:
    'Withdraws the ticket of an `Idempotency-Key` whose response was lost: the ticket ends, and if the request arrives later, it creates no ticket. 115 when the ticket has been called.',
  errnos: [ERRNO.notFound, ERRNO.ticketState],
  endpoint: WITHDRAW_TICKET,
  roles: TICKET_ROLES,
  devices: TICKET_DEVICES,
  parameters: WithdrawTicketParameters,
  answer: WithdrawTicketAnswer,
  async handle({ service_id }, { site, store, now, idempotency }) {
    const here = resolveService(site, service_id);
    if (!here.ok) return here;
    if (idempotency === undefined) return refuseAs('idempotency_key_missing');
    const { location } = here.value;
    const taken = await store.run('withdrawTicket', { ...today(location, now), key: idempotency.key }, { now });
    return taken.ok ? ok({ success: true, ticket_id: taken.value.ticketId }) : taken;
  },
});

export const WITHDRAW_OPERATIONS: readonly Operation[] = [withdrawTicket];
