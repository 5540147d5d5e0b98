/** Calling a ticket to a desk: this one, the next one, a paused one, a cancelled one. */
import { ERRNO } from '../../contract/errno.ts';
import { CallAnswer } from '../../contract/rest/queue-answers.ts';
import { CallNextParameters, CallTicketParameters } from '../../contract/rest/queue-parameters.ts';
import { ok } from '../../contract/result.ts';
import type { Role } from '../../contract/roles.ts';
import type { CallAt } from '../../queue/queue.ts';
import { answerShape } from '../answers/ticket-shapes.ts';
import { COUNTER_DEVICES } from '../auth/device-kinds.ts';
import type { RequestContext } from '../deps.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';
import { type CallerHere, knownCall, resolveCaller, servedIds, storeRefusal, today, when } from './resolve.ts';

/** Who calls, where to, and what is to become of a call that is open there. */
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

type CallOne = 'callTicket' | 'callPausedTicket' | 'callCancelledTicket';

function callOne(name: string, work: CallOne, ...more: readonly Role[]) {
  return operation({
    name,
    method: 'POST',
    path: `/restapi/v2/queuemanagement/${name}`,
    roles: ['acl_qmpad_access', ...more],
    devices: COUNTER_DEVICES,
    reach: { atDesk: true, ticket: 'ticket_id' },
    parameters: CallTicketParameters,
    answer: CallAnswer,
    async handle(parameters, context) {
      const { site, store, sees } = context;
      const caller = resolveCaller(site, parameters);
      if (!caller.ok) return caller;
      const { desk, location } = caller.value;
      const called = await store.run(
        work,
        {
          ...callAt(caller.value, parameters, context),
          ticketId: parameters.ticket_id,
          services: servedIds(site, desk.id),
          tolerance: location.ticket_tolerance,
        },
        when(context),
      );
      if (!called.ok) {
        const { errno } = called.error;
        return errno === ERRNO.deskUnavailable ? refuse(errno, 'desk_id') : storeRefusal(called.error);
      }
      return ok({ success: true, answer: answerShape(site, called.value, sees) });
    },
  });
}

export const callTicket = callOne('callticket', 'callTicket', 'qm_qmpad_select_services', 'qm_qmpad_issues_services');
export const callPausedTicket = callOne('callpausedticket', 'callPausedTicket');
export const callCancelledTicket = callOne('callcancelledticket', 'callCancelledTicket');

export const callNextTicket = operation({
  name: 'callnextticket',
  method: 'POST',
  path: '/restapi/v2/queuemanagement/callnextticket',
  roles: ['acl_qmpad_access', 'qm_qmpad_issues_services'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: CallNextParameters,
  answer: CallAnswer,
  async handle(parameters, context) {
    const { site, store, sees } = context;
    const caller = resolveCaller(site, parameters);
    if (!caller.ok) return caller;
    const { desk, location } = caller.value;
    if (parameters.services.some((id) => site.service(id) === undefined)) return refuse(ERRNO.notFound, 'services');
    if (parameters.services.some((id) => !site.serves(desk.id, id))) return refuse(ERRNO.deskUnavailable, 'services');
    const called = await store.run(
      'callNextTicket',
      {
        ...callAt(caller.value, parameters, context),
        services: parameters.services.length > 0 ? [...new Set(parameters.services)] : servedIds(site, desk.id),
        callOrder: location.call_order,
        priorityRatio: location.priority_ratio,
      },
      when(context),
    );
    if (!called.ok) return storeRefusal(called.error);
    return ok({ success: true, answer: answerShape(site, called.value, sees) });
  },
});
