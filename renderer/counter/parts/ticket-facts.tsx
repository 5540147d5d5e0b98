/** Special properties of a ticket. */
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { FLAG, type Lateness } from '../amounts.ts';
import { useCounter } from '../model.ts';

interface TicketFactsProps {
  readonly ticket: EventTicket;
  readonly late?: Lateness;
}

/** Special properties of a ticket as words. */
export function TicketFacts({ ticket, late = '' }: TicketFactsProps): JSX.Element | null {
  const { t, language, session } = useStaff();
  const { data, deskId } = useCounter();
  const now = data.value;
  const facts: (readonly [string, string])[] = [];
  if (late !== '') facts.push([late === 'veryLate' ? 'late fact-very-late' : late, t(`lists.${late}`)]);
  if ((ticket.flags & FLAG.priority) !== 0) facts.push(['priority', t('lists.priority')]);
  if ((ticket.flags & FLAG.appointment) !== 0 && ticket.scheduled_at !== '') {
    const at = clockTime(Date.parse(ticket.scheduled_at), language.id.value, now?.location.timezone ?? 'UTC');
    facts.push(['plain', t('lists.appointment', { time: at })]);
  }
  if (ticket.transferred) facts.push(['plain', t('lists.transferred')]);
  if ((ticket.flags & FLAG.walkIn) !== 0) facts.push(['plain', t('lists.walkIn')]);
  if (ticket.state === 1 && ticket.dst_desk_id !== '') {
    const desk = now?.desks.find(({ id }) => id === ticket.dst_desk_id);
    const own = ticket.dst_desk_id === deskId;
    facts.push(['plain', own ? t('lists.toThisDesk') : t('lists.forDesk', { name: desk?.name ?? '' })]);
  } else if (ticket.state === 1 && ticket.dst_user_id !== '') {
    const user = now?.users.find(({ id }) => id === ticket.dst_user_id);
    const own = ticket.dst_user_id === session.user.value?.id;
    facts.push(['plain', own ? t('lists.forMe') : t('lists.forUser', { name: user?.name ?? '' })]);
  }
  if (facts.length === 0) return null;
  return (
    <ul class="facts">
      {facts.map(([kind, text]) => (
        <li key={text} class={`fact fact-${kind}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
