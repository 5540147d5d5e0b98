/** Dialog before a break or the close of the desk: reason, and who still waits. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';
import { OwnFigures } from '../parts/own-figures.tsx';
import { TicketLabel } from '../parts/row.tsx';
import { useNumberKeys } from './number-keys.ts';

/** Reason of a break: one touch, or its number. */
export function BreakDialog(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const reasons = counter.data.value?.break_reasons ?? [];
  const leave = (state: 'break' | 'closed', reason: string): void => {
    counter.closeDialog();
    void counter.act.setDesk(state, reason);
  };
  useNumberKeys((place) => {
    const reason = reasons[place];
    if (reason !== undefined) leave('break', reason.id);
  });
  return (
    <DeskDialog title={t('work.why')} actions={<Button onClick={() => leave('closed', '')}>{t('work.close')}</Button>}>
      <ul class="choices">
        {reasons.map(({ id, name }, at) => (
          <li key={id}>
            <button
              type="button"
              class="choice choice-numbered"
              aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
              onClick={() => leave('break', id)}
            >
              <strong dir="auto">{name}</strong>
              {at < 9 && (
                <span class="key-hint" aria-hidden="true">
                  {at + 1}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <StillWaiting />
      <OwnFigures />
    </DeskDialog>
  );
}

/** Services of this desk with waiting visitors, those without another open desk first; and the desk's own visitors. */
function StillWaiting(): JSX.Element | null {
  const { t } = useStaff();
  const data = useCounter().data.value;
  const waited = (data?.services ?? []).filter(({ served, waiting }) => served && waiting > 0);
  const own = (data?.waiting ?? []).filter((ticket) => ticket.own);
  if (data === null || waited.length === 0) return null;
  const open = new Set(
    data.staff.filter(({ state }) => ['open', 'serving'].includes(state)).map((desk) => desk.desk_id),
  );
  const isAlone = (service: string): boolean =>
    !data.desks.some(({ id, services }) => open.has(id) && services.includes(service));
  return (
    <section class="still-waiting" aria-label={t('work.waiting')}>
      <h3>{t('work.waiting')}</h3>
      <ul>
        {waited
          .toSorted((a, b) => Number(isAlone(b.id)) - Number(isAlone(a.id)))
          .map(({ id, name, waiting }) => (
            <li key={id}>
              <span class="count">{waiting}</span> <bdi>{name}</bdi>
              {isAlone(id) && <span class="soft"> · {t('work.alone')}</span>}
            </li>
          ))}
        {own.length > 0 && (
          <li>
            {t('lists.own')}
            {t('shared.colon')}
            {own.map((ticket) => (
              <TicketLabel key={ticket.ticket_id} ticket={ticket} />
            ))}
          </li>
        )}
      </ul>
    </section>
  );
}
