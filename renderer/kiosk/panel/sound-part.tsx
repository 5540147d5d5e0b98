/** Initial speech volume, with a sample. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useListening } from '../listening.ts';
import { useModel } from '../model.ts';
import { Icon } from '../parts/icon.tsx';
import { PanelFrame } from './panel-frame.tsx';
import type { PanelProps } from './panel-props.ts';

/** How loud the speech begins for everybody, and a word to hear it by. */
export function SoundPart({ state, t, screen }: PanelProps<'sound'>): JSX.Element {
  const { call } = useModel();
  const listening = useListening();
  const hasNoVoice = useSignal(false);
  const { step, steps } = screen;
  const said = t('panel.sound.step', { step, steps });
  const hear = (): void => {
    void listening.tryOut(t('panel.sound.sample'), state.lang).then((isHeard) => {
      hasNoVoice.value = !isHeard;
    });
  };
  return (
    <PanelFrame state={state} t={t} title={t('panel.sound.title')} text={t('panel.sound.text')}>
      <div class="sound-level">
        <div class="sound-bars" aria-hidden="true" style={{ '--steps': steps }}>
          {Array.from({ length: steps }, (_, index) => (
            <span
              key={index}
              class={index < step ? 'sound-bar sound-bar-full' : 'sound-bar'}
              style={{ '--step': index }}
            />
          ))}
        </div>
        <p role="status">{said}</p>
      </div>
      {hasNoVoice.value && <p role="alert">{t('panel.sound.noVoice')}</p>}
      <div class="panel-actions panel-actions-long">
        <Change
          icon="minus"
          name={t('panel.sound.quieter')}
          isAtEnd={step <= 1}
          onClick={() => call('panelVolume', { step: step - 1 })}
        />
        <Change
          icon="plus"
          name={t('panel.sound.louder')}
          isAtEnd={step >= steps}
          onClick={() => call('panelVolume', { step: step + 1 })}
        />
        <Change icon="listen" name={t('panel.sound.try')} onClick={hear} />
      </div>
    </PanelFrame>
  );
}

interface ChangeProps {
  readonly icon: 'minus' | 'plus' | 'listen';
  readonly name: string;
  readonly isAtEnd?: boolean;
  readonly onClick: () => void;
}

function Change({ icon, name, isAtEnd = false, onClick }: ChangeProps): JSX.Element {
  return (
    <button
      type="button"
      class="panel-action"
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onClick();
      }}
    >
      <Icon name={icon} />
      <span class="panel-action-words">
        <strong>{name}</strong>
      </span>
    </button>
  );
}
