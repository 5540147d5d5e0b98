/**
 * Ticket for a visitor at reception.
 *
 * Without an appointment, or too late for theirs.
 */

import type { TFunction } from 'i18next';
import { ERRNO, fail, ok, type Result } from '../../../main/lib/result.ts';
import { CREATE_TICKET } from '../../../main/queue/contract/endpoints.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { TICKET_PAGE_HEADER } from '../../../main/visitor-phone/contract/phone-protocol.ts';
import type { Rest } from '../../shared/api-client.ts';
import { failureText } from '../../shared/failure-text.ts';
import { labelOf } from './check-in.ts';

export interface TicketRequestInput {
  readonly service: string;
  readonly lang: string;
  /** Empty if the name was not asked for. */
  readonly name: string;
  /** Id of the appointment that the visitor missed; empty if there is none. */
  readonly appointment: string;
  readonly priority: boolean;
}

export interface HandedTicket {
  readonly number: string;
  readonly lang: string;
  readonly service: string;
  /** Number of waiting visitors ahead. */
  readonly before: number;
  readonly at: string;
  /** Address of the ticket page for phones; empty if the organisation has no public address. */
  readonly page: string;
}

export async function giveTicket(
  { service, lang, name, appointment, priority }: TicketRequestInput,
  { t, rest, file, key }: { readonly t: TFunction; readonly rest: Rest; readonly file: SiteFile; readonly key: string },
): Promise<Result<HandedTicket, string>> {
  let page = '';
  const ask = (late: { readonly appointment?: string; readonly late_as_walk_in?: boolean }) =>
    rest.call(
      CREATE_TICKET,
      { service_id: service, lang, client_name: name, priority, walk_in: true, ...late },
      {
        idempotencyKey: key,
        read: (response) => {
          page = response.headers.get(TICKET_PAGE_HEADER) ?? '';
          return response.json();
        },
      },
    );
  const answer = await ask(appointment === '' ? {} : { appointment, late_as_walk_in: true });
  if (!answer.ok) {
    const { error } = answer;
    const isThere = appointment !== '' && error.kind === 'refused' && error.errno === ERRNO.ticketState;
    return fail(isThere ? t('checkIn.done') : failureText(t, error));
  }
  const { ticket } = answer.value;
  return ok({
    number: labelOf(answer.value, file),
    lang: ticket.lang || lang,
    service: ticket.ticket_service.id,
    before: Math.max(0, Number(ticket.number_of_waiting_tickets) - 1),
    at: ticket.date,
    page,
  });
}
