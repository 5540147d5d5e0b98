/**
 * REST operations on a ticket by its secret.
 *
 * Only the ticket's visitor knows the secret, which is sent in the body.
 */

import { refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { today, when } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { LEAVE_QUEUE, LOOKUP_TICKET } from '../contract/endpoints.ts';
import { LeaveQueueParameters, PhoneLookupParameters, PhoneTicketAnswer } from '../contract/rest/phone-tickets.ts';
import type { PhoneTickets } from '../service/phone-tickets.ts';

interface PhoneTicketServices {
  readonly phones: PhoneTickets;
}

const lookupTicket = ({ phones }: PhoneTicketServices) =>
  operation({
    name: 'phone_ticket',
    area: 'phones',
    summary: "A ticket for its visitor's phone, by the secret at the end of the address of its page. Requires no key.",
    errnos: [ERRNO.notFound, ERRNO.tooMany],
    guess: 'ticket',
    endpoint: LOOKUP_TICKET,
    jsonOnly: true,
    withoutKey: true,
    parameters: PhoneLookupParameters,
    answer: PhoneTicketAnswer,
    async handle({ secret }, { address }) {
      const found = await phones.find(secret, address);
      return found.ok ? ok({ success: true, ticket: await phones.show(found.value) }) : found;
    },
  });

const leaveQueue = ({ phones }: PhoneTicketServices) =>
  operation({
    name: 'leave_queue',
    area: 'phones',
    summary: 'The visitor leaves: a waiting ticket ends. A ticket with an open call does not (115).',
    errnos: [ERRNO.notFound, ERRNO.ticketState, ERRNO.tooMany],
    guess: 'ticket',
    endpoint: LEAVE_QUEUE,
    jsonOnly: true,
    withoutKey: true,
    parameters: LeaveQueueParameters,
    answer: PhoneTicketAnswer,
    async handle({ secret }, context) {
      const { address, site, store, now } = context;
      const found = await phones.find(secret, address);
      if (!found.ok) return found;
      const { ticket } = found.value;
      const location = site.location(ticket.locationId);
      if (location === undefined) return refuse(ERRNO.notFound, 'secret');
      const left = await store.run('leaveQueue', { ...today(location, now), ticketId: ticket.id }, when(context));
      if (!left.ok) return fail({ ...left.error, parameter: 'secret' });
      return ok({ success: true, ticket: await phones.show({ ...found.value, ticket: left.value, changedAt: now }) });
    },
  });

export const phoneTicketOperations = (services: PhoneTicketServices): readonly Operation[] => [
  lookupTicket(services),
  leaveQueue(services),
];
