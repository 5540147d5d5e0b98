import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Staff have closed this kiosk: what they say to visitors, else where help is. */
export function ShutScreen({ state, t, screen }: KioskScreenProps<'shut'>): JSX.Element {
  const said = screen.message === '' ? t('out.go') : screen.message;
  return (
    <Frame state={state} t={t} title={t('out.title')} spoken={`${t('out.title')} ${said}`}>
      <div class="message">
        <div class="message-mark">
          <Icon name="desk" />
        </div>
        {/* It may be in another language than the page, where staff wrote it in one only. */}
        <div class="message-title" dir="auto">
          <FitText text={said} />
        </div>
        {screen.message === '' && <p class="message-small">{t('out.shut')}</p>}
      </div>
    </Frame>
  );
}
