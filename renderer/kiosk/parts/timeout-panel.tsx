import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { FitText } from './fit-text.tsx';

/** The countdown before the kiosk starts over, over the row of controls, so that nothing on the stage moves. */
export function TimeoutPanel({ t }: { readonly t: TFunction }): JSX.Element | null {
  const { countdown, touched } = useModel();
  const left = countdown.value;
  if (left === null) return null;
  const seconds = Math.ceil(left.remainingMs / 1000);
  return (
    <section class="timeout" aria-label={t('timeout.title')}>
      <div class="timeout-words">
        <p class="timeout-title" role="alert">
          <FitText text={t('timeout.title')} />
        </p>
        <p class="timeout-text">{t('timeout.text', { count: seconds })}</p>
      </div>
      <button type="button" class="nav nav-primary timeout-more" onClick={touched}>
        <FitText text={t('timeout.more')} />
      </button>
      <div class="timeout-left" style={{ transform: `scaleX(${(left.remainingMs / left.warnMs).toFixed(3)})` }} />
    </section>
  );
}
