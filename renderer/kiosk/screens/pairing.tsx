import type { JSX } from 'preact';
import { PairCode } from '../../shared/components/pair-code.tsx';
import { Frame } from '../parts/frame.tsx';
import { Working } from './issuing.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Unpaired kiosk: shows a code for the administrator. */
export function PairingScreen({ state, t, screen }: KioskScreenProps<'pairing'>): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('pairing.title')}>
      <div class="message message-pairing">
        {screen.step === 'showing' ? (
          <>
            <PairCode code={screen.code} address={screen.address} label={t('pairing.qr')} />
            <p class="message-small">{t('pairing.how')}</p>
          </>
        ) : (
          <>
            <Working />
            <p class="message-small" role="status">
              {t(`pairing.${screen.step}`)}
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}
