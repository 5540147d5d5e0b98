import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { FitText } from './fit-text.tsx';

interface TimeoutProps {
  readonly t: TFunction;
  /** Exit button that the countdown would cover; absent if a touch must not cancel. */
  readonly leave?: { readonly label: string; readonly onClick: () => void } | null;
}

/** Countdown before the reset, above the controls, so that the stage does not move. */
export function TimeoutPanel({ t, leave }: TimeoutProps): JSX.Element | null {
  const { countdown, moreTime } = useModel();
  const left = countdown.value;
  if (left === null) return null;
  const seconds = Math.ceil(left.remainingMs / 1000);
  return (
    <section class="timeout" aria-label={t('timeout.title')}>
      <div class="timeout-words">
        <div class="timeout-title" role="alert">
          <FitText text={t('timeout.title')} />
        </div>
        <div class="timeout-text">{t('timeout.text', { count: seconds })}</div>
      </div>
      <div class="timeout-ways">
        {leave != null && (
          <button type="button" class="nav timeout-leave" onClick={leave.onClick}>
            <FitText text={leave.label} />
          </button>
        )}
        <button type="button" class="nav nav-primary timeout-more" onClick={moreTime}>
          <FitText text={t('timeout.more')} />
        </button>
      </div>
      <div class="timeout-left" style={{ transform: `scaleX(${(left.remainingMs / left.warnMs).toFixed(3)})` }} />
    </section>
  );
}
