/** REST operations that transfer a ticket. */
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { ERRNO } from '../../lib/errno.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ok, type Result } from '../../lib/result.ts';
import {
  CALL_ENDED_ERRNOS,
  earlierOutcome,
  resolveDesk,
  resolveUser,
  storeRefusal,
  when,
} from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { isSwitchedOn } from '../../site/service/service-hours.ts';
import { TRANSFER_CALL } from '../contract/endpoints.ts';
import { DoneAnswer } from '../contract/rest/queue-answers.ts';
import { TransferParameters } from '../contract/rest/queue-parameters.ts';
import type { CalledTicket } from '../operations/call-records.ts';

const transferCall = operation({
  name: 'transfercall',
  part: 'interface',
  area: 'queue',
  summary: 'Sends the visitor of a call on to a service, a desk or a user.',
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

/** The id of a destination that can take the ticket; for a user also when the username was given. */
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
      if (location.id !== answer.locationId) return refuse(ERRNO.cannotConclude, 'dst_id');
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

export const TRANSFER_OPERATIONS: readonly Operation[] = [transferCall];
