/**
 * REST operations that call tickets.
 *
 * They call a given ticket, the next one, a paused one or a cancelled one.
 */

import type { Static, TObject } from 'typebox';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import type { ScopeRule } from '../../access/service/scope.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, type Errno, ok, type Result } from '../../lib/result.ts';
import type { Endpoint } from '../../rest/contract/endpoint.ts';
import {
  CALL_ENDED_ERRNOS,
  CALLING_ERRNOS,
  type CallerHere,
  earlierOutcome,
  knownCall,
  resolveCaller,
  resolveDesk,
  resolveUser,
  servedIds,
  storeRefusal,
  today,
  when,
} from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Role } from '../../site/contract/roles.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isSwitchedOn } from '../../site/service/service-hours.ts';
import {
  CALL_CANCELLED_TICKET,
  CALL_NEXT_TICKET,
  CALL_PAUSED_TICKET,
  CALL_TICKET,
  CANCEL_CALL,
  NO_SHOW_AND_NEXT,
  PAUSE_CALL,
  PUT_BACK_CALL,
  RECALL,
  TRANSFER_CALL,
} from '../contract/endpoints.ts';
import { NoShowAndNextParameters, PutBackCallParameters } from '../contract/rest/clerk.ts';
import { CallResponse, DoneAnswer } from '../contract/rest/queue-answers.ts';
import {
  AnswerParameters,
  CallNextParameters,
  CallTicketParameters,
  TransferParameters,
} from '../contract/rest/queue-parameters.ts';
import type { CallAt, CalledTicket } from '../operations/call-records.ts';
import { dayBegan } from '../rules/business-day.ts';
import { answerShape } from '../service/ticket-shapes.ts';

/** Desk and user of a call, and the policy for a call that is still open at the desk. */
function callAt(
  { desk, user, location }: CallerHere,
  { current_answer }: { readonly current_answer: string },
  { site, now }: RequestContext,
): CallAt {
  return {
    ...today(location, now),
    deskId: desk.id,
    userId: user.id,
    callPolicy: site.settings.call_policy,
    ...knownCall(current_answer),
  };
}

interface Calling<Parameters extends TObject>
  extends Pick<Operation, 'name' | 'part' | 'area' | 'summary' | 'errnos' | 'roles'> {
  readonly endpoint: Endpoint<Parameters, typeof CallResponse>;
  readonly reach: ScopeRule;
  readonly parameters: Parameters;
  call(
    here: CallerHere,
    parameters: Static<Parameters>,
    context: RequestContext,
  ): Promise<Result<CalledTicket, Refusal>>;
}

/** Builds an operation that calls a ticket to an open desk and returns the call. */
function calling<
  Parameters extends typeof CallTicketParameters | typeof CallNextParameters | typeof NoShowAndNextParameters,
>({ call, ...more }: Calling<Parameters>) {
  return operation({
    ...more,
    devices: COUNTER_DEVICES,
    answer: CallResponse,
    async handle(parameters, context) {
      const { site, sees } = context;
      const caller = resolveCaller(site, parameters);
      if (!caller.ok) return caller;
      const called = await call(caller.value, parameters, context);
      return called.ok ? ok({ success: true, answer: answerShape(site, called.value, sees) }) : called;
    },
  });
}

type CallOne = 'callTicket' | 'callPausedTicket' | 'callCancelledTicket';

interface CallingOne extends Pick<Operation, 'name' | 'summary'> {
  readonly endpoint: Endpoint<typeof CallTicketParameters, typeof CallResponse>;
  readonly work: CallOne;
  /** Errors besides those of every call operation. */
  readonly errnos?: readonly Errno[];
  readonly roles?: readonly Role[];
}

function callOne({ work, roles = [], errnos = [], ...more }: CallingOne) {
  return calling({
    ...more,
    part: 'interface',
    area: 'queue',
    errnos: [...CALLING_ERRNOS, ...errnos],
    roles: ['acl_qmpad_access', ...roles],
    reach: { atDesk: true, ticket: 'ticket_id' },
    parameters: CallTicketParameters,
    async call(here, parameters, context) {
      const called = await context.store.run(
        work,
        {
          ...callAt(here, parameters, context),
          ticketId: parameters.ticket_id,
          services: servedIds(context.site, here.desk.id),
          tolerance: here.location.ticket_tolerance,
          since: dayBegan(context.now, here.location.timezone, here.location.reset_time),
        },
        when(context),
      );
      if (called.ok) return called;
      const { errno } = called.error;
      return errno === ERRNO.deskUnavailable ? refuse(errno, 'desk_id') : storeRefusal(called.error);
    },
  });
}

const callTicket = callOne({
  name: 'callticket',
  summary: 'Calls a waiting ticket to a desk.',
  endpoint: CALL_TICKET,
  work: 'callTicket',
  roles: ['qm_qmpad_select_services', 'qm_qmpad_issues_services'],
});

const callPausedTicket = callOne({
  name: 'callpausedticket',
  summary: 'Calls a paused ticket back to a desk.',
  endpoint: CALL_PAUSED_TICKET,
  work: 'callPausedTicket',
});

const callCancelledTicket = callOne({
  name: 'callcancelledticket',
  summary: 'Calls a cancelled ticket back, within the tolerance of its location.',
  errnos: [ERRNO.beyondTolerance],
  endpoint: CALL_CANCELLED_TICKET,
  work: 'callCancelledTicket',
});

/** Calls the next ticket; `how`: what becomes of the desk's open call. */
function callNext(how: Partial<Pick<CallAt, 'callPolicy' | 'concludeAs'>>) {
  return async (
    here: CallerHere,
    parameters: CallNextParameters,
    context: RequestContext,
  ): Promise<Result<CalledTicket, Refusal>> => {
    const { site, store } = context;
    const { desk, location } = here;
    if (parameters.services.some((id) => site.service(id) === undefined)) return refuse(ERRNO.notFound, 'services');
    if (parameters.services.some((id) => !site.serves(desk.id, id))) return refuse(ERRNO.deskUnavailable, 'services');
    const called = await store.run(
      'callNextTicket',
      {
        ...callAt(here, parameters, context),
        ...how,
        services: parameters.services.length > 0 ? [...new Set(parameters.services)] : servedIds(site, desk.id),
        callOrder: location.call_order,
        priorityRatio: location.priority_ratio,
      },
      when(context),
    );
    return called.ok ? called : storeRefusal(called.error);
  };
}

const callNextTicket = calling({
  name: 'callnextticket',
  part: 'interface',
  area: 'queue',
  summary: 'Calls the next visitor for this desk and user.',
  errnos: [...CALLING_ERRNOS, ERRNO.noTickets],
  endpoint: CALL_NEXT_TICKET,
  roles: ['acl_qmpad_access', 'qm_qmpad_issues_services'],
  reach: { atDesk: true },
  parameters: CallNextParameters,
  call: callNext({}),
});

const noShowAndNext = calling({
  name: 'no_show_and_next',
  area: 'queue',
  summary: 'Cancels the open call of the desk (no-show), and calls the next visitor, in one step.',
  errnos: [...CALLING_ERRNOS, ERRNO.noTickets],
  endpoint: NO_SHOW_AND_NEXT,
  roles: ['acl_qmpad_access', 'qm_qmpad_issues_services'],
  reach: { atDesk: true },
  parameters: NoShowAndNextParameters,
  // The request concludes the open call itself, whatever the policy for calls that are left open.
  call: callNext({ callPolicy: 'end_current', concludeAs: 'cancelCall' }),
});

export const CALL_OPERATIONS: readonly Operation[] = [
  callTicket,
  callNextTicket,
  noShowAndNext,
  callPausedTicket,
  callCancelledTicket,
];

interface WithCall extends Pick<Operation, 'name' | 'summary'> {
  readonly endpoint: Endpoint<typeof AnswerParameters, typeof DoneAnswer>;
  readonly work: 'recall' | 'pauseCall' | 'cancelCall';
  readonly roles?: readonly Role[];
}

function withCall({ work, roles = [], ...more }: WithCall) {
  return operation({
    ...more,
    part: 'interface',
    area: 'queue',
    errnos: CALL_ENDED_ERRNOS,
    roles: ['acl_qmpad_access', ...roles],
    devices: COUNTER_DEVICES,
    reach: { call: 'answer_id' },
    parameters: AnswerParameters,
    answer: DoneAnswer,
    async handle(parameters, context) {
      const done = await context.store.run(work, { answerId: parameters.answer_id }, when(context));
      return done.ok ? ok({ success: true }) : storeRefusal(done.error);
    },
  });
}

const recall = withCall({
  name: 'recall',
  summary: 'Repeats an open call (recall).',
  endpoint: RECALL,
  work: 'recall',
});

const pauseCall = withCall({
  name: 'pausecall',
  summary: 'Pauses the ticket of a call.',
  endpoint: PAUSE_CALL,
  work: 'pauseCall',
  roles: ['qm_qmpad_user_pause_ticket'],
});

const cancelCall = withCall({
  name: 'cancelcall',
  summary: 'Cancels the ticket of a call (no-show).',
  endpoint: CANCEL_CALL,
  work: 'cancelCall',
});

/** REST operations on an existing call. */
export const CALL_STEP_OPERATIONS: readonly Operation[] = [recall, pauseCall, cancelCall];

const transferCall = operation({
  name: 'transfercall',
  part: 'interface',
  area: 'queue',
  summary: 'Transfers the visitor of a call to a service, desk or user.',
  errnos: [...CALL_ENDED_ERRNOS, ERRNO.cannotConclude, ERRNO.deskUnavailable],
  endpoint: TRANSFER_CALL,
  roles: ['acl_qmpad_access', 'qm_qmpad_transfer_tickets'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true, call: 'answer_id' },
  parameters: TransferParameters,
  answer: DoneAnswer,
  async handle(parameters, context) {
    const { site, store } = context;
    const desk = resolveDesk(site, parameters.desk_id);
    if (!desk.ok) return desk;
    const call = await store.query('answer', { answerId: parameters.answer_id });
    if (call === null) return refuse(ERRNO.notFound, 'answer_id');
    if (desk.value.location.id !== call.answer.locationId) return refuse(ERRNO.deskUnavailable, 'desk_id');
    const destination = resolveDestination(site, parameters, call);
    if (!destination.ok) {
      const earlier = await earlierOutcome('transferCall', context);
      return earlier?.ok ? ok({ success: true }) : destination;
    }
    const done = await store.run(
      'transferCall',
      {
        answerId: parameters.answer_id,
        dstType: parameters.dst_type,
        dstId: destination.value,
        note: parameters.note,
        customField: parameters.custom_field,
        priority: parameters.priority,
        ahead: (parameters.place || site.settings.transfer_place) === 'arrival',
      },
      when(context),
    );
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

/** The id of a destination that can take the ticket; a user may be given by username. */
function resolveDestination(
  site: Site,
  { dst_type, dst_id }: TransferParameters,
  { answer, ticket }: CalledTicket,
): Result<string, Refusal> {
  switch (dst_type) {
    case 'service': {
      const service = site.service(dst_id);
      const location = service && site.location(service.location);
      if (service === undefined || location === undefined) return refuse(ERRNO.notFound, 'dst_id');
      if (location.id !== answer.locationId) return refuseAs('wrong_location', { parameter: 'dst_id' });
      return isSwitchedOn(service, location) ? ok(service.id) : refuse(ERRNO.serviceClosed, 'dst_id');
    }
    case 'desk': {
      const desk = site.desk(dst_id);
      if (desk === undefined) return refuse(ERRNO.notFound, 'dst_id');
      const isHere = desk.location === answer.locationId && desk.state === 1;
      return isHere && site.serves(desk.id, ticket.dstServiceId)
        ? ok(desk.id)
        : refuse(ERRNO.deskUnavailable, 'dst_id');
    }
    case 'user': {
      const user = resolveUser(site, dst_id, answer.locationId, 'dst_id');
      return user.ok ? ok(user.value.id) : user;
    }
  }
}

const putBackCall = operation({
  name: 'put_back_call',
  area: 'queue',
  summary: 'Ends a call, and lets its visitor wait again behind the next visitors of this desk.',
  errnos: [...CALL_ENDED_ERRNOS, ERRNO.deskUnavailable],
  endpoint: PUT_BACK_CALL,
  roles: ['acl_qmpad_access', 'qm_qmpad_user_pause_ticket'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true, call: 'answer_id' },
  parameters: PutBackCallParameters,
  answer: DoneAnswer,
  async handle({ answer_id, desk_id, places }, context) {
    const { site, store, now } = context;
    const here = resolveDesk(site, desk_id);
    if (!here.ok) return here;
    const { desk, location } = here.value;
    const call = await store.query('answer', { answerId: answer_id });
    if (call === null) return refuse(ERRNO.notFound, 'answer_id');
    if (call.answer.deskId !== desk.id) return refuse(ERRNO.deskUnavailable, 'desk_id');
    const input = {
      ...today(location, now),
      answerId: answer_id,
      deskId: desk.id,
      userId: call.answer.userId,
      services: servedIds(site, desk.id),
      callOrder: location.call_order,
      priorityRatio: location.priority_ratio,
      places,
    };
    const done = await store.run('putBackCall', input, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

/** REST operations that let the visitor of a call wait again. */
export const TRANSFER_OPERATIONS: readonly Operation[] = [transferCall, putBackCall];
