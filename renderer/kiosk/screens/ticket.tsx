import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { HandingOver, Ticket } from '../parts/ticket.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Printing and taking the ticket: one screen on which only the texts change. */
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
        <div class={printed ? 'outlet outlet-ready' : 'outlet'} data-slot={ticketSlot}>
          <span>{place}</span>
          <Icon name="down" />
        </div>
      </HandingOver>
    </Frame>
  );
}
