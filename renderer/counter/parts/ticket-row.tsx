/** Row of a waiting, paused or missed visitor. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { CounterAnswer } from '../../../main/queue/contract/rest/counters.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { lateness, waitTime } from '../amounts.ts';
import type { Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import { Row } from './row.tsx';
import { TicketFacts } from './ticket-facts.tsx';

export type ListedTicket = EventTicket & Partial<Pick<CounterAnswer['waiting'][number], 'own' | 'place' | 'sent_by'>>;

export interface TicketRowProps {
  readonly ticket: ListedTicket;
  readonly sheet: Sheet;
  /** Position and length of a list that draws only a part of its rows. */
  readonly position?: readonly [at: number, of: number];
}

/** A ticket in a list, with its wait; for a transferred one also who sent it, and its place. */
export function TicketRow({ ticket, sheet, position }: TicketRowProps): JSX.Element {
  const { t, language } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const service = data?.services.find(({ id }) => id === ticket.dst_service_id);
  const now = counter.beat.value;
  const late = sheet === 'waiting' ? lateness(ticket, service, now) : '';
  const time = clockTime(Date.parse(ticket.issued_at), language.id.value, data?.location.timezone ?? 'UTC');
  const asks = data?.services.some(({ id, asks: any }) => any && (id === ticket.service_id || id === service?.id));
  const isOwn = ticket.own === true;
  return (
    <Row ticket={ticket} late={late} asks={asks === true} position={position}>
      <p class="row-service">{service?.name ?? ''}</p>
      <div class="row-more">
        <p>
          {sheet === 'waiting' ? (
            <>
              <span class="row-wait">{waitTime(now - Date.parse(ticket.waiting_since), t, language.id.value)}</span>{' '}
              <span aria-hidden="true">· </span>
            </>
          ) : null}
          <span>{t('now.came', { time })}</span>
        </p>
        <TicketFacts ticket={ticket} late={late} />
      </div>
      {isOwn && (
        <p class="row-sent">
          {[ticket.sent_by === '' ? '' : t('lists.sentBy', { name: ticket.sent_by }), placeWords(ticket.place ?? 0, t)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {isOwn && ticket.note !== '' ? (
        <p class="now-note row-note">
          <bdi>{ticket.note}</bdi>
        </p>
      ) : null}
      <Person words={isOwn ? [ticket.client_name] : [ticket.client_name, ticket.note]} />
    </Row>
  );
}

function Person({ words }: { readonly words: readonly string[] }): JSX.Element | null {
  const said = words.filter(Boolean).join(' · ');
  if (said === '') return null;
  return (
    <p class="row-person">
      <bdi>{said}</bdi>
    </p>
  );
}

/** Place of a ticket in this desk's calling order; 0: after the listed ones. */
function placeWords(place: number, t: TFunction): string {
  if (place === 1) return t('lists.placeNext');
  return place === 0 ? t('lists.placeFar') : t('lists.place', { place });
}
