import type { TicketRecord } from '../../queue/contract/records.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { type FormQuestion, formBook } from '../rules/form-book.ts';

/** Questions of these services' forms, in order. */
export function serviceQuestions(site: Site, serviceIds: readonly string[]): readonly FormQuestion[] {
  return formBook(site).questions(serviceIds.flatMap((id) => site.service(id)?.forms ?? []));
}

/** Questions of the service for which the ticket was issued, and of its present service. */
export function ticketQuestions(
  site: Site,
  ticket: Pick<TicketRecord, 'serviceId' | 'dstServiceId'>,
): readonly FormQuestion[] {
  return serviceQuestions(site, [...new Set([ticket.serviceId, ticket.dstServiceId])]);
}
