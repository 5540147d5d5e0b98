/** The clerk's own figures of the day. */
import type { JSX } from 'preact';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { READ_COUNTER_FIGURES } from '../../../main/queue/contract/endpoints.ts';
import { useStaff } from '../../shared/staff.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useCounter } from '../model.ts';

/** One line; nothing while it is unknown. */
export function OwnFigures(): JSX.Element | null {
  const { t, session, language } = useStaff();
  const counter = useCounter();
  const user = { desk_id: counter.deskId, user_id: session.user.value?.id ?? '' };
  const { value } = useAnswer(READ_COUNTER_FIGURES, user, [counter.data.value?.undo[0]?.step_id]);
  if (value === null) return null;
  const counts = { served: value.served, noShows: value.no_shows, transferred: value.transferred };
  return (
    <p class="figures">
      <strong>{t('figures.title')}</strong>
      {Object.entries(counts).map(([name, number]) => (
        <span key={name}>{t(`figures.${name}`, { number })}</span>
      ))}
      {value.served > 0 && (
        <span>{t('figures.average', { time: durationWords(value.average_seconds, language.id.value) })}</span>
      )}
    </p>
  );
}
