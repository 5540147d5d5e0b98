/** Ticket on the screen. */
import type { TFunction } from 'i18next';
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { KioskTicket } from '../../../main/kiosk/contract/kiosk.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { heightsOf, partsOf, useSqueeze } from '../../shared/use-fit.ts';
import { waitText } from './amounts.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** The ticket on the screen, like the printed one: service, number, wait. */
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

/** A ticket with accompanying content. Its number is as large as possible, and shrinks with wider text spacing. */
export function HandingOver({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useSqueeze(place, needOfNumber);
  return (
    <div class="handing-over" ref={place}>
      {children}
    </div>
  );
}

/** Height of the number relative to the space left by the other content. */
function needOfNumber(place: HTMLElement): number {
  const ticket = place.querySelector<HTMLElement>('.ticket');
  const number = ticket?.querySelector<HTMLElement>('.ticket-number');
  if (ticket == null || number == null) return 0;
  const beside = getComputedStyle(place).flexDirection === 'column' ? heightOfAll(place) - ticket.offsetHeight : 0;
  const most = Number.parseFloat(getComputedStyle(ticket).maxHeight) || Number.POSITIVE_INFINITY;
  const over = heightOfAll(ticket) - Math.min(place.clientHeight - beside, most);
  const letters = number.firstElementChild;
  const wide = letters instanceof HTMLElement ? letters.scrollWidth / Math.max(1, letters.clientWidth) : 0;
  return Math.max(wide, number.offsetHeight / Math.max(1, number.offsetHeight - over));
}

/** Height of stacked elements with gaps and padding, in pixels. */
function heightOfAll(place: HTMLElement): number {
  const style = getComputedStyle(place);
  const px = (value: string): number => Number.parseFloat(value) || 0;
  const parts = partsOf(place);
  const around = [style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth];
  const gaps = px(style.rowGap) * Math.max(0, parts.length - 1);
  return around.map(px).reduce((sum, each) => sum + each, gaps + heightsOf(parts));
}
