/** Ours: a ticket whose answer never came. */

import { TICKET_DEVICES } from '../../access/service/device-kinds.ts';
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import { resolveService, today } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { WITHDRAW_TICKET } from '../contract/endpoints.ts';
import { WithdrawTicketAnswer, WithdrawTicketParameters } from '../contract/rest/queue-parameters.ts';
import { TICKET_ROLES } from './create-ticket.ts';

const withdrawTicket = operation({
  name: 'withdraw_ticket',
  area: 'queue',
  summary:
    'Takes back the ticket of an `Idempotency-Key` whose answer never came: it is ended, and should the request for it arrive only now, it gets none. 115 when it has been called.',
  errnos: [ERRNO.notFound, ERRNO.ticketState],
  endpoint: WITHDRAW_TICKET,
  roles: TICKET_ROLES,
  devices: TICKET_DEVICES,
  parameters: WithdrawTicketParameters,
  answer: WithdrawTicketAnswer,
  async handle({ service_id }, { site, store, now, idempotency }) {
    const here = resolveService(site, service_id);
    if (!here.ok) return here;
    if (idempotency === undefined) {
      return fail({
        errno: ERRNO.invalidParameters,
        error: 'The header Idempotency-Key must hold the key of the ticket.',
      });
    }
    const { location } = here.value;
    const taken = await store.run('withdrawTicket', { ...today(location, now), key: idempotency.key }, { now });
    return taken.ok ? ok({ success: true, ticket_id: taken.value.ticketId }) : taken;
  },
});

export const WITHDRAW_OPERATIONS: readonly Operation[] = [withdrawTicket];
