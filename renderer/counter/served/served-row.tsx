import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { runningTime } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { Row } from '../parts/row.tsx';
import { TicketFacts } from '../parts/ticket-facts.tsx';

/** Somebody who was served today: when, how long, by whom. */
export function ServedRow({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t, language, session } = useStaff();
  const { data, deskId } = useCounter();
  const service = data.value?.services.find(({ id }) => id === ticket.dst_service_id);
  const time = clockTime(Date.parse(ticket.ended_at), language.id.value, data.value?.location.timezone ?? 'UTC');
  const took = runningTime(Date.parse(ticket.ended_at) - Date.parse(ticket.called_at));
  const user = data.value?.users.find(({ id }) => id === ticket.user_id && id !== session.user.value?.id);
  const by = [ticket.desk_id === deskId ? '' : ticket.desk_name, user?.name ?? ''].filter(Boolean).join(' · ');
  const person = [ticket.client_name, ticket.note].filter(Boolean).join(' · ');
  return (
    <Row ticket={ticket}>
      <p class="row-service">{service?.name ?? ''}</p>
      <div class="row-more">
        <p>
          <span class="row-wait">{t('find.ended', { time })}</span> · {t('served.took', { time: took })}
          {by !== '' && ` · ${by}`}
        </p>
        <TicketFacts ticket={ticket} />
      </div>
      {person !== '' && (
        <p class="row-person">
          <bdi>{person}</bdi>
        </p>
      )}
    </Row>
  );
}
