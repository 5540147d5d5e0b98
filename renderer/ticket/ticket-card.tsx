import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { type Look, nameIn } from './view-state.ts';

/** The number, as on paper; small where something else matters more. */
export function TicketCard({
  ticket,
  look,
  t,
  lang,
}: {
  readonly ticket: PhoneTicket;
  readonly look: Look;
  readonly t: TFunction;
  readonly lang: string;
}): JSX.Element {
  const isOver = look === 'ended' || look === 'left' || look === 'cancelled';
  return (
    <section class={isOver ? 'ticket ticket-over' : 'ticket'} aria-label={t('number')}>
      <p class="ticket-service">{nameIn(ticket.service, lang, ticket.lang)}</p>
      <p class="ticket-number" style={{ '--characters': Math.max(3, [...ticket.label].length) }}>
        <bdi dir="ltr">{ticket.label}</bdi>
      </p>
      {ticket.priority && !isOver && <p class="ticket-priority">{t('priority')}</p>}
    </section>
  );
}
