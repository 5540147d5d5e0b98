/** Screens without a host: unavailable and starting. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { Illustration } from '../../shared/illustrations/illustration.tsx';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Working } from './issuing.tsx';

/** The host is unreachable: controls would have no effect, so none are shown. */
export function AwayScreen(): JSX.Element | null {
  const shown = useModel().view.value;
  if (shown === null) return null;
  return (
    <Waiting
      state={shown.state}
      t={shown.t}
      title={shown.t('away.title')}
      text={shown.t('away.text')}
      picture={<Illustration class="message-picture" name="offline" />}
    />
  );
}

/** Before the first state the language is unknown: only shows a progress sign. */
export function StartingScreen(): JSX.Element {
  const shown = useModel().view.value;
  if (shown !== null) {
    const { state, t } = shown;
    return <Waiting state={state} t={t} title={t('starting.title')} text={t('starting.text')} />;
  }
  return (
    <main class="stage stage-bare">
      <h1 class="spoken" tabIndex={-1}>
        Take a Number
      </h1>
      <Working />
    </main>
  );
}

interface WaitingProps {
  readonly state: KioskState;
  readonly t: TFunction;
  readonly title: string;
  readonly text: string;
  readonly picture?: JSX.Element;
}

function Waiting({ state, t, title, text, picture }: WaitingProps): JSX.Element {
  return (
    <Frame state={state} t={t} title={title} spoken={`${title} ${text}`} languages={false}>
      <div class="message">
        {picture}
        <div class="message-title">
          <FitText text={text} />
        </div>
        <Working />
      </div>
    </Frame>
  );
}
