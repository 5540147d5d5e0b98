import type { TicketRecord } from '../../contract/queue.ts';
import { type FormQuestion, formBook } from '../../core/forms/form-book.ts';
import type { Site } from '../../core/site-model.ts';

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
