import type { JSX } from 'preact';
import { useStaff } from '../../shared/staff.ts';
import { waitTime } from '../amounts.ts';
import { useCounter } from '../model.ts';

/** Who serves, who is on a break since when, and which desk is closed; out of the way until somebody looks. */
export function Colleagues(): JSX.Element | null {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  if (data === null || data.staff.length === 0) return null;
  const reasonOf = (id: string): string => data.break_reasons.find((reason) => reason.id === id)?.name ?? '';
  return (
    <details class="work-staff">
      <summary>{t('work.colleagues')}</summary>
      <ul>
        {data.staff.map(({ desk_id, desk_name, state, since, reason, user_name, label }) => (
          <li key={desk_id}>
            <strong dir="auto">{desk_name}</strong>{' '}
            <span>
              {[
                t(`work.state.${state}`),
                label,
                reasonOf(reason),
                since === '' ? '' : waitTime(counter.now.value - Date.parse(since), t),
                user_name,
              ]
                .filter((word) => word !== '')
                .map((word, at) => (
                  <>
                    {at > 0 && ' · '}
                    <bdi>{word}</bdi>
                  </>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
