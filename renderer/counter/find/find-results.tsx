/** Results of the ticket search. */
import { effect } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { FIND_TICKETS } from '../../../main/queue/contract/endpoints.ts';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { useCounter } from '../model.ts';
import { Row } from '../parts/row.tsx';
import { TicketFacts } from '../parts/ticket-facts.tsx';
import { whereIs } from '../ticket-steps.ts';
import { createFinding, stands } from './find-model.ts';

function countWords({ tickets, more }: FindTicketsAnswer, t: TFunction): string {
  const count = tickets.length;
  if (count === 0) return t('find.nothing');
  return more ? t('find.first', { count }) : t('find.count', { count });
}

export interface FindResultsProps {
  readonly wanted: string;
}

/** Matching tickets, best first, with state and actions. */
export function FindResults({ wanted }: FindResultsProps): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const finding = useMemo(
    () =>
      createFinding({
        ask: (text) => session.rest.call(FIND_TICKETS, { desk_id: counter.deskId, text }),
        after: (ms, work) => {
          const timer = window.setTimeout(work, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    [counter],
  );
  useEffect(() => finding.look(wanted), [wanted]);
  // Every message, also when several come before the next frame.
  useEffect(
    () =>
      effect(() => {
        if (counter.heard.value !== null) finding.hear(counter.heard.value);
      }),
    [finding],
  );
  useEffect(() => finding.close, [finding]);

  const found = finding.found.value;
  const failure = finding.failure.value;
  const isLooking = finding.isLooking.value;
  const count = found?.tickets.length ?? 0;
  return (
    <div class="found" data-looking={isLooking}>
      <p class="found-count" role="status">
        {isLooking || found === null ? t('find.looking') : countWords(found, t)}
      </p>
      {failure !== null && (
        <NoticeBox kind="attention">
          <p>{failureText(t, failure)}</p>
          <Button onClick={finding.again}>{t('questions.retry')}</Button>
        </NoticeBox>
      )}
      {count > 0 && (
        <ul class="rows">
          {found?.tickets.map((ticket) => (
            <FoundRow key={ticket.ticket_id} ticket={ticket} />
          ))}
        </ul>
      )}
    </div>
  );
}

type Found = FindTicketsAnswer['tickets'][number];

/** A found ticket; its state comes first. */
function FoundRow({ ticket }: { readonly ticket: Found }): JSX.Element {
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
