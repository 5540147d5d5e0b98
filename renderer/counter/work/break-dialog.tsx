/** Dialog for the reason of a break. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { useNumberKeys } from './number-keys.ts';

/** Why the desk is left: one touch, or its number. */
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
    <Dialog
      title={t('work.why')}
      onClose={counter.closeDialog}
      actions={
        <>
          <Button onClick={() => leave('closed', '')}>{t('work.close')}</Button>
          <Button look="plain" onClick={counter.closeDialog}>
            {t('act.back')}
          </Button>
        </>
      }
    >
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
    </Dialog>
  );
}
