/**
 * REST operations for undo and ticket corrections.
 *
 * A clerk undoes the last step, and corrects tickets that are not in service.
 */

import type { Static, TObject } from 'typebox';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import type { Endpoint } from '../../rest/contract/endpoint.ts';
import {
  CALLING_ERRNOS,
  type CallerHere,
  earlierOutcome,
  knownCall,
  resolveCaller,
  resolveDesk,
  servedIds,
  storeRefusal,
  today,
  when,
} from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isSwitchedOn } from '../../site/service/service-hours.ts';
import { CHANGE_TICKET, CONTINUE_VISIT, REMOVE_TICKET, REQUEUE_TICKET, UNDO } from '../contract/endpoints.ts';
import type { QueueFault } from '../contract/request.ts';
import {
  ChangeTicketParameters,
  ContinueVisitParameters,
  RemoveTicketParameters,
  RequeueTicketParameters,
  UndoParameters,
} from '../contract/rest/clerk.ts';
import { CallResponse, DoneAnswer } from '../contract/rest/queue-answers.ts';
import type { PutRightInput } from '../operations/correct-ticket.ts';
import { dayBegan } from '../rules/business-day.ts';
import { answerShape } from '../service/ticket-shapes.ts';

const dayOf = ({ location }: CallerHere, now: number): number => dayBegan(now, location.timezone, location.reset_time);

const undo = operation({
  name: 'undo',
  area: 'queue',
  summary:
    'Undoes the last step of a desk, by the `step_id` of its counter. The earlier state is restored, and no display shows a call. Possible for five minutes, of which counters offer ten seconds, or as many as the clerk sets. 115 after that, and after any later change of the ticket or desk.',
  errnos: [ERRNO.notFound, ERRNO.ticketState, ERRNO.userServesElsewhere],
  endpoint: UNDO,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: UndoParameters,
  answer: DoneAnswer,
  async handle({ desk_id, step_id }, context) {
    const here = resolveDesk(context.site, desk_id);
    if (!here.ok) return here;
    const input = { ...today(here.value.location, context.now), deskId: desk_id, stepId: step_id };
    const done = await context.store.run('undo', input, when(context));
    return done.ok ? ok({ success: true }) : storeRefusal(done.error);
  },
});

const continueVisit = operation({
  name: 'continuevisit',
  area: 'queue',
  summary: 'Continues an ended visit of today at this desk, without a call. The time since its end counts as a pause.',
  errnos: CALLING_ERRNOS,
  endpoint: CONTINUE_VISIT,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true, ticket: 'ticket_id' },
  parameters: ContinueVisitParameters,
  answer: CallResponse,
  async handle(parameters, context) {
    const { site, store, now, sees } = context;
    const here = resolveCaller(site, parameters);
    if (!here.ok) return here;
    const done = await store.run(
      'continueVisit',
      {
        ...standsAt(here.value, now, parameters.ticket_id),
        callPolicy: site.settings.call_policy,
        ...knownCall(parameters.current_answer),
        services: servedIds(site, here.value.desk.id),
        since: dayOf(here.value, now),
      },
      when(context),
    );
    return done.ok ? ok({ success: true, answer: answerShape(site, done.value, sees) }) : storeRefusal(done.error);
  },
});

function standsAt(here: CallerHere, now: number, ticketId: string): PutRightInput {
  return { ...today(here.location, now), deskId: here.desk.id, userId: here.user.id, ticketId };
}

interface PuttingRight<Parameters extends TObject> extends Pick<Operation, 'name' | 'summary' | 'errnos'> {
  readonly endpoint: Endpoint<Parameters, typeof DoneAnswer>;
  readonly parameters: Parameters;
  work(
    input: PutRightInput,
    parameters: Static<Parameters>,
    context: RequestContext,
    here: CallerHere,
  ): Promise<Result<unknown, QueueFault | Refusal>>;
}

/** An operation on a ticket by a clerk at an open desk; its response only confirms success. */
function puttingRight<
  Parameters extends typeof RequeueTicketParameters | typeof RemoveTicketParameters | typeof ChangeTicketParameters,
>({ work, ...place }: PuttingRight<Parameters>) {
  return operation({
    ...place,
    area: 'queue',
    roles: ['acl_qmpad_access'],
    devices: COUNTER_DEVICES,
    reach: { atDesk: true, ticket: 'ticket_id' },
    answer: DoneAnswer,
    async handle(given, context) {
      const here = resolveCaller(context.site, given);
      if (!here.ok) return here;
      const input = standsAt(here.value, context.now, given.ticket_id);
      const done = await work(input, given, context, here.value);
      return done.ok ? ok({ success: true }) : { ok: false, error: done.error };
    },
  });
}

const requeueTicket = puttingRight({
  name: 'requeueticket',
  summary: 'Requeues a paused, cancelled or ended ticket of today in its earlier queue position.',
  errnos: CALLING_ERRNOS,
  endpoint: REQUEUE_TICKET,
  parameters: RequeueTicketParameters,
  work: (input, _parameters, context, here) =>
    context.store.run('requeueTicket', { ...input, since: dayOf(here, context.now) }, when(context)),
});

const removeTicket = puttingRight({
  name: 'removeticket',
  summary: 'Ends a waiting or paused ticket without a call. The reason is appended to the note of staff.',
  errnos: CALLING_ERRNOS,
  endpoint: REMOVE_TICKET,
  parameters: RemoveTicketParameters,
  work: (input, { reason }, context) => context.store.run('removeTicket', { ...input, reason }, when(context)),
});

const changeTicket = puttingRight({
  name: 'changeticket',
  summary:
    'Changes the service or priority of a waiting ticket, which keeps its waiting time. The reason is appended to the note of staff.',
  errnos: [...CALLING_ERRNOS, ERRNO.serviceClosed],
  endpoint: CHANGE_TICKET,
  parameters: ChangeTicketParameters,
  async work(input, { service_id, priority, reason }, context) {
    const fault = serviceFault(context.site, service_id, input.locationId);
    if (fault !== null) {
      const earlier = await earlierOutcome('changeTicket', context);
      return earlier?.ok ? earlier : fault;
    }
    const change = {
      ...input,
      reason,
      ...(service_id === '' ? {} : { serviceId: service_id }),
      ...(priority === 'keep' ? {} : { priority: priority === 'yes' }),
    };
    return context.store.run('changeTicket', change, when(context));
  },
});

/** Why tickets cannot wait for that service at the location; null if they can. */
function serviceFault(site: Site, serviceId: string, locationId: string): ReturnType<typeof refuse> | null {
  if (serviceId === '') return null;
  const service = site.service(serviceId);
  const location = service && site.location(service.location);
  if (service === undefined || location === undefined) return refuse(ERRNO.notFound, 'service_id');
  if (location.id !== locationId) return refuseAs('wrong_location', { parameter: 'service_id' });
  return isSwitchedOn(service, location) ? null : refuse(ERRNO.serviceClosed, 'service_id');
}

export const CLERK_OPERATIONS: readonly Operation[] = [undo, continueVisit, requeueTicket, removeTicket, changeTicket];
