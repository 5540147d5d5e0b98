import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { useStaff } from '../../shared/staff.ts';
import { UNDO } from '../counter-marks.ts';
import { useCounter } from '../model.ts';
import { Key } from '../parts/key.tsx';
import { stepWords } from './step-words.ts';

/** As the house has it; the clocks of server and page may be a moment apart. */
const UNDO_MS = 10_000;

/** What the desk did last, with a button that takes it back as long as that can be done. Told once, not each second. */
export function UndoBar(): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const step = counter.undo.value;
  const what = step === null ? '' : stepWords(step, t);
  const leftMs = step === null ? 0 : Math.min(UNDO_MS, Date.parse(step.until) - counter.now.value);
  const other = counter.data.value?.users.find(({ id }) => id === step?.user_id && id !== session.user.value?.id);
  return (
    <>
      {step !== null && (
        <div class="undo">
          <Button
            key={step.step_id}
            class="undo-button"
            keys="U Control+Z"
            busy={counter.act.isBusy.value}
            onClick={() => counter.act.undo(step)}
          >
            <Mark path={UNDO} turns />
            <span class="undo-words">
              <strong>{t('undo.button')}</strong>{' '}
              <span>{other === undefined ? what : t('undo.byOther', { name: other.name, what })}</span>
            </span>
            <span class="undo-left" aria-hidden="true">
              {t('undo.seconds', { seconds: Math.max(1, Math.ceil(leftMs / 1000)) })}
            </span>
            <Key name="U" />
            <span class="undo-time" style={{ inlineSize: `${(100 * leftMs) / UNDO_MS}%` }} />
          </Button>
        </div>
      )}
      <p class="spoken" role="status">
        {step === null ? '' : t('undo.told', { what })}
      </p>
    </>
  );
}
