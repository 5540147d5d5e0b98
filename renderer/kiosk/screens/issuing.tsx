import type { JSX } from 'preact';
import { Illustration } from '../../shared/illustrations/illustration.tsx';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import type { KioskScreenProps } from './screen.ts';

export function IssuingScreen({ state, t, screen }: KioskScreenProps<'issuing'>): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('issuing.title')} text={t('issuing.text')} languages={false}>
      <div class="message">
        <Illustration class="message-picture" name="printing" />
        <div class="message-title">
          <FitText text={screen.serviceName} />
        </div>
        <Working />
      </div>
    </Frame>
  );
}

/** Three dots that show progress. */
export function Working(): JSX.Element {
  return (
    <div class="working" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
