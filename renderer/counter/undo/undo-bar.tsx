/** Undo bar of the desk's last step. */
import { batch, effect, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { UNDO } from '../../shared/components/desk-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { languageTag } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { Key } from '../parts/key.tsx';
import { stepWords } from './step-words.ts';
import { createUndoTime, RESTS_MS, secondsInWords, undoSeconds } from './undo-time.ts';

/** Last step of the desk with an undo button, while undo is possible. Announced once, not every second. */
export function UndoBar(): JSX.Element {
  const { t, session, language } = useStaff();
  const counter = useCounter();
  const bar = useRef<HTMLDivElement>(null);
  /** Time of the last pointer movement on it, by the server's clock. */
  const movedAt = useRef(0);
  const leftMs = useSignal(0);
  const wishedMs = Number(undoSeconds.value) * 1000;
  // Synchronous with the server's state, so that the key means the last step.
  useLayoutEffect(() => {
    const time = createUndoTime();
    return effect(() => {
      const last = counter.data.value?.undo[0] ?? null;
      const now = counter.now.value;
      const holds = now - movedAt.current <= RESTS_MS ? ':hover, :focus-within' : ':focus-within';
      const isHeld = bar.current?.matches(holds) === true;
      const left = last === null ? 0 : time.leftMs(last, Number(undoSeconds.value) * 1000, now, isHeld);
      batch(() => {
        leftMs.value = left;
        counter.undo.value = left > 0 ? last : null;
      });
    });
  }, [counter]);
  const step = counter.undo.value;
  const what = step === null ? '' : stepWords(step, t);
  const other = counter.data.value?.users.find(({ id }) => id === step?.user_id && id !== session.user.value?.id);
  const wished = secondsInWords(undoSeconds.value, languageTag(language.id.value));
  return (
    <>
      {step !== null && (
        <div
          class="undo"
          ref={bar}
          onPointerMove={() => {
            movedAt.current = counter.now.peek();
          }}
        >
          <Button
            key={step.step_id}
            class="undo-button"
            keys="U Control+Z"
            busy={counter.act.isBusy.value}
            onClick={() => counter.act.undo()}
          >
            <Mark path={UNDO} turns />
            <span class="undo-words">
              <strong>{t('undo.button')}</strong>{' '}
              <span>{other === undefined ? what : t('undo.byOther', { name: other.name, what })}</span>
            </span>
            <span class="undo-left" aria-hidden="true">
              {t('undo.seconds', { seconds: Math.max(1, Math.ceil(leftMs.value / 1000)) })}
            </span>
            <Key name="U" />
            <span class="undo-time" style={{ inlineSize: `${(100 * leftMs.value) / wishedMs}%` }} />
          </Button>
        </div>
      )}
      <p class="spoken" role="status">
        {step === null ? '' : t('undo.told', { what, time: wished })}
      </p>
    </>
  );
}
