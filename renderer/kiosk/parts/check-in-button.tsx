import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** Below the services: the way for those who need to choose nothing. */
export function CheckInButton({ t }: { readonly t: TFunction }): JSX.Element {
  const { call } = useModel();
  return (
    <button type="button" class="nav check-in" onClick={() => call('startCheckIn', {})}>
      <Icon name="calendar" />
      <FitText text={t('checkIn.offer')} />
      <Icon name="inside" turns />
    </button>
  );
}
