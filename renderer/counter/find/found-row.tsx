import type { JSX } from 'preact';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { useCounter } from '../model.ts';
import { Row } from '../parts/row.tsx';
import { TicketFacts } from '../parts/ticket-facts.tsx';
import { whereIs } from '../ticket-steps.ts';
import { stands } from './ticket-status-text.ts';

type Found = FindTicketsAnswer['tickets'][number];

/** A ticket that was found: where it is stands first. */
export function FoundRow({ ticket }: { readonly ticket: Found }): JSX.Element {
  const { t, language } = useStaff();
  const { data, deskId } = useCounter();
  const zone = data.value?.location.timezone ?? 'UTC';
  const clock = (at: string): string => clockTime(Date.parse(at), language.id.value, zone);
  const service = data.value?.services.find(({ id }) => id === ticket.dst_service_id);
  const where = whereIs(ticket, deskId);
  const noted = ticket.outcomes.map(({ name, code, count }) => `${name || code}${count > 1 ? ` × ${count}` : ''}`);
  const person = [ticket.client_name, ticket.note, ticket.custom_field].filter(Boolean).join(' · ');
  return (
    <Row ticket={ticket} wasServed={ticket.served}>
      <p class="row-service">{service?.name ?? ''}</p>
      <div class="row-more">
        <p>
          <span class={`where where-${where}`}>{t(`find.where.${where}`)}</span>
          {stands(ticket, where, { t, clock }).map((words) => (
            <span key={words}> · {words}</span>
          ))}
        </p>
        <TicketFacts ticket={ticket} />
      </div>
      {noted.length > 0 && (
        <p class="row-person">
          <bdi>{t('find.noted', { what: noted.join(' · ') })}</bdi>
        </p>
      )}
      {person !== '' && (
        <p class="row-person">
          <bdi>{person}</bdi>
        </p>
      )}
    </Row>
  );
}
