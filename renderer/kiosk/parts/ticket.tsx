/** Ticket on the screen. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { KioskTicket } from '../../../main/kiosk/contract/kiosk.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { waitText } from './amounts.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** The ticket on the screen, as it comes out of the printer: service, number, how long it may take. */
export function Ticket({ ticket, t }: { readonly ticket: KioskTicket; readonly t: TFunction }): JSX.Element {
  const wait = waitText(ticket.waitSeconds, t);
  return (
    <section class="ticket" aria-label={t('ticket.yours')} style={serviceColours(ticket.colour)}>
      <div class="ticket-service">
        <FitText text={ticket.serviceName} />
      </div>
      <div class="ticket-number" style={{ '--digits': Math.max(3, [...ticket.number].length) }}>
        <bdi dir="ltr" data-say="number">
          {ticket.number}
        </bdi>
      </div>
      {ticket.priority && (
        <div class="ticket-priority">
          <Icon name="priority" />
          <span>{t('ticket.priority')}</span>
        </div>
      )}
      <div class="ticket-facts">
        {ticket.before !== null && (
          <div class="fact">
            <Icon name="people" />
            {ticket.before > 0 && (
              <b class="count" aria-hidden="true">
                {ticket.before}
              </b>
            )}
            <span>{t('ticket.before', { count: ticket.before })}</span>
          </div>
        )}
        {wait !== '' && (
          <div class="fact">
            <Icon name="clock" />
            <span>{wait}</span>
          </div>
        )}
      </div>
    </section>
  );
}
