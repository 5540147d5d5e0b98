/** Worst queue alert of the location. */
import type { JSX } from 'preact';
import { LIST_LIMIT_ALARMS, SEE_LIMIT_ALARM } from '../../../main/queue-alerts/contract/endpoints.ts';
import { limitValues } from '../../../main/queue-alerts/contract/limit-values.ts';
import type { LimitAlarmsAnswer } from '../../../main/queue-alerts/contract/rest/limits.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useLimitWords } from '../../shared/queue-alerts/alert-words.ts';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useCounter } from '../model.ts';

type LimitAlarm = LimitAlarmsAnswer['alarms'][number];

/** The worst unacknowledged alert of the location, the number of others, and who acknowledged the open ones. */
export function LimitLine(): JSX.Element {
  const { session, notices, language, t } = useStaff();
  const counter = useCounter();
  const w = useLimitWords();
  const location = counter.data.value?.location.id ?? '';
  const { value } = useAnswer(LIST_LIMIT_ALARMS, { location }, [counter.limitNews.value]);
  const alarms = value?.alarms.filter((each) => each.ended_at === '') ?? [];

  const see = async (number: number): Promise<void> => {
    const answer = await session.rest.call(SEE_LIMIT_ALARM, { location, alarm: number });
    if (!answer.ok) notices.tell('attention', failureText(t, answer.error));
  };
  const unseen = alarms.filter(({ seen_at: seenAt }) => seenAt === '');
  const [first] = unseen;
  const seen = alarms.filter((each) => !unseen.includes(each));
  const zone = counter.data.value?.location.timezone ?? 'UTC';
  const seenBy = ({ seen_at: at, seen_by_name: name }: LimitAlarm): string =>
    w('seenBy', { name: name || '–', time: clockTime(Date.parse(at), language.id.value, zone) });
  return (
    <section class="limit-line" role="status" aria-label={w('heading')}>
      {first !== undefined && (
        // Another alert gets another button: a hasty second press must not acknowledge an unread one.
        <NoticeBox key={first.number} kind="attention">
          <p>
            <What alarm={first} />
          </p>
          {unseen.length > 1 && <p>{w('more', { count: unseen.length - 1 })}</p>}
          <Button onClick={() => void see(first.number)}>{w('see')}</Button>
        </NoticeBox>
      )}
      {seen.length > 0 && (
        <ul class="limits-seen">
          {seen.map((each) => (
            <li key={each.number}>
              <What alarm={each} /> {w('seen')}: {seenBy(each)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function What({ alarm }: { readonly alarm: LimitAlarm }): JSX.Element {
  const { language } = useStaff();
  const w = useLimitWords();
  return (
    <>
      {alarm.service_name !== '' && (
        <>
          <strong dir="auto">{alarm.service_name}</strong>
          {': '}
        </>
      )}
      {w(`kind.${alarm.kind}`, limitValues(alarm, language.id.value))}
    </>
  );
}
