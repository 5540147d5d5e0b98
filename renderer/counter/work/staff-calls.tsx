import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { waitTime } from '../amounts.ts';
import { useCounter } from '../model.ts';

/** Staff calls from kiosks. Accepting one removes it from all counters. */
export function StaffCalls(): JSX.Element {
  const { t, language } = useStaff();
  const counter = useCounter();
  const now = counter.now.value;
  const calls = (counter.data.value?.staff_calls ?? []).filter(({ until }) => Date.parse(until) > now);
  return (
    <section class="staff-calls" aria-label={t('staffCall.label')}>
      {calls.map((call) => (
        <NoticeBox key={call.device_id} kind="attention">
          <div class="staff-call">
            <p>
              <strong>{t('staffCall.asks')}</strong>{' '}
              <span>
                <bdi>{call.device_name}</bdi> · {waitTime(now - Date.parse(call.since), t, language.id.value)}
              </span>
            </p>
            <Button look="main" onClick={() => void counter.act.comeTo(call)}>
              {t('staffCall.come')}
              <Of name={call.device_name} />
            </Button>
          </div>
        </NoticeBox>
      ))}
      {/* Announced once per call, not every minute. */}
      <p class="spoken" role="alert">
        {calls.map(({ device_name }) => `${t('staffCall.asks')} ${device_name}.`).join(' ')}
      </p>
    </section>
  );
}
