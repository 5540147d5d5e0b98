/** Home page of the operator panel: issues and actions. */
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { PanelBody } from './panel-body.tsx';
import type { PanelProps } from './panel-props.ts';
import { PrintNotice } from './print-notice.tsx';
import { TroubleList } from './trouble-list.tsx';

interface Action {
  readonly id: string;
  readonly icon: IconName;
  /** What the state of the kiosk asks for. */
  readonly primary?: true;
  readonly onClick: () => void;
}

/** What is wrong, and what can be done about it. */
export function HomePart({ state, t, screen }: PanelProps<'home'>): JSX.Element {
  const { call } = useModel();
  const { asksProof, hasPrinter, hasSound, isClosed, test, troubles } = screen;
  const actions: readonly Action[] = [
    ...(asksProof
      ? [{ id: 'proved', icon: 'check', primary: true, onClick: () => call('panelProved', {}) } as const]
      : []),
    ...(hasPrinter
      ? [
          { id: 'paper', icon: 'paper', onClick: () => call('panelGo', { place: 'paper' }) } as const,
          { id: 'test', icon: 'note', onClick: () => call('panelTest', {}) } as const,
          { id: 'tickets', icon: 'list', onClick: () => call('panelGo', { place: 'tickets' }) } as const,
        ]
      : []),
    { id: 'network', icon: 'network', onClick: () => call('panelGo', { place: 'network' }) },
    ...(hasSound ? [{ id: 'sound', icon: 'listen', onClick: () => call('panelGo', { place: 'sound' }) } as const] : []),
    {
      id: isClosed ? 'openKiosk' : 'closeKiosk',
      icon: isClosed ? 'people' : 'moon',
      onClick: () => call('panelKiosk', { open: isClosed }),
    },
    { id: 'restart', icon: 'again', onClick: () => call('panelGo', { place: 'restart' }) },
  ];
  const names = actions.map(({ id }) => t(`panel.do.${id}`));
  return (
    <Frame
      state={state}
      t={t}
      title={t('panel.title')}
      nav={{ label: t('done'), icon: 'check', primary: true, onClick: () => call('closePanel', {}) }}
    >
      <div class="panel-home">
        <PanelBody name={t('panel.state')}>
          <PrintNotice said={test === '' ? '' : t(`panel.test.${test}`)} print={test} />
          <TroubleList troubles={troubles} t={t} lang={state.lang} timeZone={state.timeZone} />
        </PanelBody>
        <div class="panel-actions">
          {actions.map(({ id, icon, primary, onClick }) => (
            <button
              key={id}
              type="button"
              class={primary ? 'panel-action panel-action-primary' : 'panel-action'}
              aria-disabled={id === 'test' && test === 'printing'}
              onClick={onClick}
            >
              <Icon name={icon} />
              <span class="panel-action-words">
                <FitText text={t(`panel.do.${id}`)} like={names} />
              </span>
            </button>
          ))}
        </div>
      </div>
    </Frame>
  );
}
