import type { JSX } from 'preact';
import { ALARMS } from '../../../main/devices/contract/alarms.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** Maximum devices that are named. */
const MAX_NAMED = 2;

/** Line about devices that visitors cannot use, with advice. */
export function DeviceAlarms(): JSX.Element | null {
  const { t } = useStaff();
  const wrong = useCounter().devices.value.flatMap(({ device_id, name, alarms }) => {
    const worst = alarms.find(({ kind }) => ALARMS[kind].grave || kind === 'paper-low');
    return worst === undefined ? [] : [{ device_id, name, ...worst }];
  });
  return (
    <section class="device-alarms" role="status" aria-label={t('shared.alarms.here')}>
      {wrong.length > 0 && (
        <NoticeBox kind="attention">
          {wrong.slice(0, MAX_NAMED).map(({ device_id, name, kind, todo }) => (
            <p key={device_id}>
              <strong dir="auto">{name}</strong>
              {t('shared.colon')}
              {t(`shared.alarm.${kind}`)}. {t(`shared.todo.${todo}`)}.
            </p>
          ))}
          {wrong.length > MAX_NAMED && <p>{t('shared.alarms.more', { count: wrong.length - MAX_NAMED })}</p>}
        </NoticeBox>
      )}
    </section>
  );
}
