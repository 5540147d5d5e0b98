import { effect } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { FIND_TICKETS } from '../../../main/queue/contract/counter-endpoints.ts';
import type { FindTicketsAnswer } from '../../../main/queue/contract/rest/clerk.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { createFinding } from './find-model.ts';
import { FoundRow } from './found-row.tsx';

function countWords({ tickets, more }: FindTicketsAnswer, t: TFunction): string {
  const count = tickets.length;
  if (count === 0) return t('find.nothing');
  return more ? t('find.first', { count }) : t('find.count', { count });
}

export interface FindResultsProps {
  readonly wanted: string;
}

/** Whoever fits, the best first, each with where they are and what can be done. */
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
  // Each message, also when several come before the next frame.
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
