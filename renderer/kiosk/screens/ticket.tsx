/** Screen of the ticket: printing and taking it. */
import type { JSX } from 'preact';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { Illustration } from '../../shared/illustrations/illustration.tsx';
import { useModel } from '../model.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { HandingOver, Ticket } from '../parts/ticket.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Printing and taking the ticket: one screen on which only texts and the position of the ticket change. */
export function TicketScreen({ state, t, screen }: KioskScreenProps<'printing' | 'take-ticket'>): JSX.Element {
  const { call } = useModel();
  const printed = screen.name === 'take-ticket';
  const title = t(printed ? 'take.title' : 'printing.title');
  const { ticket } = screen;
  const { ticketSlot = 'below' } = state;
  const place = ticketSlot === 'below' ? t(printed ? 'take.text' : 'printing.text') : t(`slot.${ticketSlot}`);
  const before = ticket.before === null ? '' : ` ${t('ticket.before', { count: ticket.before })}`;
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      languages={false}
      spoken={`${title} ${ticket.number}.${before}`}
      nav={printed ? { label: t('done'), icon: 'check', primary: true, onClick: () => call('done', {}) } : null}
    >
      <HandingOver>
        <Ticket ticket={ticket} t={t} />
        <div class="hand-over-notes" data-slot={ticketSlot}>
          <div class={printed ? 'outlet outlet-ready' : 'outlet'} data-slot={ticketSlot}>
            {ticketSlot !== 'above' && (
              <Illustration class="outlet-picture" name={`ticket-${ticketSlot}`} isHeld={!printed} />
            )}
            <div class="outlet-place">
              <span>{place}</span>
              <Icon name="down" />
            </div>
          </div>
          <div class="next-step">
            <p>{t('take.next')}</p>
            {ticket.page !== undefined && (
              <div class="next-phone">
                <QrCode class="next-code" text={ticket.page} label={t('noted.code')} />
                <p>{t('take.phone')}</p>
              </div>
            )}
          </div>
        </div>
      </HandingOver>
    </Frame>
  );
}
