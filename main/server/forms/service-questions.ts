import type { TicketRecord } from '../../contract/queue.ts';
import { extraInfo } from '../../core/forms/extra-info.ts';
import { type FormQuestion, formBook } from '../../core/forms/form-book.ts';
import type { Site } from '../../core/site-model.ts';
import type { Store } from '../../store/store.ts';
import type { Audience } from '../auth/audience.ts';
import { seesAnswers } from '../auth/ticket-view.ts';

/** Questions of the forms of these services, in the order in which they are asked. */
export function serviceQuestions(site: Site, serviceIds: readonly string[]): readonly FormQuestion[] {
  return formBook(site).questions(serviceIds.flatMap((id) => site.service(id)?.forms ?? []));
}

/** Questions of the service that the ticket was drawn for, and of the one that it waits for now. */
export function ticketQuestions(
  site: Site,
  ticket: Pick<TicketRecord, 'serviceId' | 'dstServiceId'>,
): readonly FormQuestion[] {
  return serviceQuestions(site, [...new Set([ticket.serviceId, ticket.dstServiceId])]);
}

/** `extra_info` of a ticket's detail: `question: answer`, one for each answer that staff may see. */
export async function ticketExtraInfo(
  site: Site,
  store: Store,
  ticket: TicketRecord,
  audience: Audience,
): Promise<string[]> {
  if (!seesAnswers(audience)) return [];
  return extraInfo(ticketQuestions(site, ticket), await store.query('formAnswers', { ticketId: ticket.id }));
}
