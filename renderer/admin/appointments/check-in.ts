/**
 * Manual check-in of an appointment.
 *
 * For visitors who come to reception instead of the kiosk. The number is shown, not printed.
 */

import type { TFunction } from 'i18next';
import { ERRNO } from '../../../main/lib/result.ts';
import { CREATE_TICKET } from '../../../main/queue/contract/endpoints.ts';
import type { CreateTicketAnswer } from '../../../main/queue/contract/rest/queue-answers.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import type { Rest } from '../../shared/api-client.ts';
import { failureText } from '../../shared/failure-text.ts';
import { type Item, textOf } from '../model/item.ts';

export interface CheckedIn {
  readonly kind: 'good' | 'attention';
  /** Outcome of the check-in as text. */
  readonly text: string;
}

interface Wish {
  readonly t: TFunction;
  readonly rest: Rest;
  readonly file: SiteFile;
  readonly appointment: Item;
  /** Idempotency key: a retry with the same key returns the same number. */
  readonly key: string;
}

export async function checkIn({ t, rest, file, appointment, key }: Wish): Promise<CheckedIn> {
  const service = textOf(appointment, 'service');
  const answer = await rest.call(
    CREATE_TICKET,
    {
      service_id: service,
      appointment: textOf(appointment, 'id'),
      client_name: textOf(appointment, 'client_name'),
      lang: textOf(appointment, 'lang'),
      walk_in: true,
    },
    { idempotencyKey: key },
  );
  if (answer.ok) return { kind: 'good', text: t('checkIn.number', { number: labelOf(answer.value, file) }) };
  const { error } = answer;
  const isDone = error.kind === 'refused' && error.errno === ERRNO.ticketState;
  return { kind: 'attention', text: isDone ? t('checkIn.done') : failureText(t, error) };
}

export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The number as printed, with as many digits as the numbers of that service have. */
export function labelOf({ ticket }: CreateTicketAnswer, { services, locations }: SiteFile): string {
  const { id: service, tag } = ticket.ticket_service;
  const location = services.find(({ id }) => id === service)?.location;
  return `${tag}${ticket.number.padStart(locations.find(({ id }) => id === location)?.number_width ?? 1, '0')}`;
}
