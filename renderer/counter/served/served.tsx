/** List of visits that ended today. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { LIST_SERVED_TICKETS } from '../../../main/queue/contract/endpoints.ts';
import type { ServedTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import type { RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { useCounter } from '../model.ts';
import { OwnFigures } from '../parts/own-figures.tsx';
import { Row } from '../parts/row.tsx';
import { TicketFacts } from '../parts/ticket-facts.tsx';

const RENEWS: ReadonlySet<string> = new Set(['ticket.ended', 'ticket.changed', 'queue.reset']);
/** Combines calls that end together. */
const BREATH_MS = 150;

/** Visits that ended today: at this desk, then at others. */
export function Served(): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const [got, setGot] = useState<RestResult<ServedTicketsAnswer> | null>(null);
  const [attempt, setAttempt] = useState(0);
  // Every message, also when several come before the next frame.
  useEffect(
    () =>
      effect(() => {
        const message = counter.heard.value;
        if (message !== null && RENEWS.has(message.type)) setAttempt((count) => count + 1);
      }),
    [counter],
  );
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<void> => {
      const answer = await session.rest.call(LIST_SERVED_TICKETS, { desk_id: counter.deskId });
      if (isWanted) setGot(answer);
    };
    const timer = window.setTimeout(() => void read(), got === null ? 0 : BREATH_MS);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
    };
  }, [attempt]);

  if (got === null) return <p class="empty">{t('shared.signIn.starting')}</p>;
  if (!got.ok) {
    return (
      <div class="empty">
        <NoticeBox kind="attention">
          <p>{failureText(t, got.error)}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{t('questions.retry')}</Button>
        </NoticeBox>
      </div>
    );
  }
  const { tickets } = got.value;
  const isHere = ({ desk_id }: EventTicket): boolean => desk_id === counter.deskId;
  return (
    <>
      <OwnFigures />
      {tickets.length === 0 && <p class="empty">{t('served.none')}</p>}
      <ServedGroup title={t('served.here')} tickets={tickets.filter(isHere)} />
      <ServedGroup title={t('served.elsewhere')} tickets={tickets.filter((ticket) => !isHere(ticket))} />
    </>
  );
}

interface ServedGroupProps {
  readonly title: string;
  readonly tickets: readonly EventTicket[];
}

function ServedGroup({ title, tickets }: ServedGroupProps): JSX.Element | null {
  if (tickets.length === 0) return null;
  return (
    <section class="group" aria-label={title}>
      <h2>{title}</h2>
      <ul class="rows">
        {tickets.map((ticket) => (
          <ServedRow key={ticket.ticket_id} ticket={ticket} />
        ))}
      </ul>
    </section>
  );
}

/** A visit that ended today: time, duration, user. */
function ServedRow({ ticket }: { readonly ticket: EventTicket }): JSX.Element {
  const { t, language, session } = useStaff();
  const { data, deskId } = useCounter();
  const service = data.value?.services.find(({ id }) => id === ticket.dst_service_id);
  const time = clockTime(Date.parse(ticket.ended_at), language.id.value, data.value?.location.timezone ?? 'UTC');
  const took = durationWords((Date.parse(ticket.ended_at) - Date.parse(ticket.called_at)) / 1000, language.id.value);
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
