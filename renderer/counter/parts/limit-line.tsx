import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LimitAlarmsAnswer } from '../../../main/contract/rest/limits.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useLimitWords } from '../../shared/limits/limit-words.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** The worst alarm of the location that nobody here has seen yet, and how many more there are. */
export function LimitLine(): JSX.Element {
  const { session } = useStaff();
  const counter = useCounter();
  const w = useLimitWords();
  const [alarms, setAlarms] = useState<LimitAlarmsAnswer['alarms']>([]);
  const location = counter.data.value?.location.id ?? '';
  const changes = counter.limitNews.value;

  useEffect(() => {
    let isGone = false;
    void session.rest.get<LimitAlarmsAnswer>('v2/limits/alarms', { location }).then((answer) => {
      if (!isGone && answer.ok) setAlarms(answer.value.alarms.filter((each) => each.ended_at === ''));
    });
    return () => {
      isGone = true;
    };
  }, [session, location, changes]);

  const unseen = alarms.filter(({ seen_at: seenAt }) => seenAt === '');
  const [first] = unseen;
  return (
    <section class="limit-line" role="status" aria-label={w('heading')}>
      {first !== undefined && (
        <NoticeBox kind="attention">
          <p>
            {first.service_name !== '' && (
              <>
                <strong dir="auto">{first.service_name}</strong>
                {': '}
              </>
            )}
            {w(`kind.${first.kind}`, { bound: first.bound, worst: first.worst })}
          </p>
          {unseen.length > 1 && <p>{w('more', { count: unseen.length - 1 })}</p>}
          <Button
            onClick={() =>
              void session.rest.post(`v2/limits/alarms/${encodeURIComponent(location)}/${first.number}/see`, {})
            }
          >
            {w('see')}
          </Button>
        </NoticeBox>
      )}
    </section>
  );
}
