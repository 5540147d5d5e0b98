import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { Mark } from '../shared/components/mark.tsx';
import { CHECK } from '../shared/components/marks.ts';
import type { Alerts } from './alerts.ts';

const BELL = 'M6 16.5V11a6 6 0 0 1 12 0v5.500l1.500 2h-15ZM10 21h4M12 5V3';

/** Browsers let a page ring only after a touch: this is the touch. */
export function AlertChoice({ alerts, t }: { readonly alerts: Alerts; readonly t: TFunction }): JSX.Element {
  const on = alerts.on.value;
  return (
    <div class="alerts">
      <button type="button" class="button button-main" aria-pressed={on} onClick={on ? alerts.turnOff : alerts.turnOn}>
        <Mark path={on ? CHECK : BELL} />
        <span>{t('alerts.button')}</span>
      </button>
      {on && <p>{t('alerts.hint')}</p>}
    </div>
  );
}
