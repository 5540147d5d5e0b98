/** Reload of the page and restart of the program. */
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { Icon } from '../parts/icon.tsx';
import { PanelFrame } from './panel-frame.tsx';
import type { PanelProps } from './panel-props.ts';

/** Starting anew: the page, or the whole program. */
export function RestartPart({ state, t, screen }: PanelProps<'restart'>): JSX.Element {
  const { call } = useModel();
  return (
    <PanelFrame state={state} t={t} title={t('panel.restart.title')} text={t('panel.restart.text')}>
      <div class="panel-actions panel-actions-long">
        {screen.page && (
          <Start
            name={t('panel.restart.page')}
            about={t('panel.restart.pageText')}
            onClick={() => call('panelRestart', { what: 'page' })}
          />
        )}
        {screen.program && (
          <Start
            name={t('panel.restart.program')}
            about={t('panel.restart.programText')}
            onClick={() => call('panelRestart', { what: 'program' })}
          />
        )}
      </div>
    </PanelFrame>
  );
}

interface StartProps {
  readonly name: string;
  readonly about: string;
  readonly onClick: () => void;
}

function Start({ name, about, onClick }: StartProps): JSX.Element {
  return (
    <button type="button" class="panel-action" onClick={onClick}>
      <Icon name="again" />
      <span class="panel-action-words">
        <strong>{name}</strong>
        <span class="panel-action-about">{about}</span>
      </span>
    </button>
  );
}
