import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { KioskScreenProps } from './screen.ts';

export function OutOfServiceScreen({ state, t, screen }: KioskScreenProps<'out-of-service'>): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('out.title')} spoken={`${t('out.title')} ${t('out.go')}`}>
      <div class="message">
        <div class="message-mark">
          <Icon name="desk" />
        </div>
        <div class="message-title">
          <FitText text={t('out.go')} />
        </div>
        <p class="message-small">{t(`out.${screen.reason}`)}</p>
      </div>
    </Frame>
  );
}
