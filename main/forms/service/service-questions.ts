import type { TicketRecord } from '../../queue/contract/records.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { type FormQuestion, formBook } from '../rules/form-book.ts';

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
