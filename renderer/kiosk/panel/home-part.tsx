/** Home page of the operator panel: issues and actions. */

import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { PanelTrouble, PanelTroubleKind } from '../../../main/kiosk/contract/panel.ts';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { moment, PanelBody, type PanelProps, PrintNotice } from './panel-frame.tsx';
import { OtherPicture, type OtherScene, PrinterPicture, type PrinterScene } from './pictures.tsx';

interface Action {
  readonly id: string;
  readonly icon: IconName;
  /** Recommended action for the kiosk's state. */
  readonly primary?: true;
  readonly onClick: () => void;
}

type Picture =
  | { readonly printer: PrinterScene; readonly other?: never }
  | { readonly other: OtherScene; readonly printer?: never };

const PICTURES: Readonly<Record<PanelTroubleKind, Picture>> = {
  'no-paper': { printer: 'no-paper' },
  'cover-open': { printer: 'open' },
  'cutter-stuck': { printer: 'fault' },
  'printer-fault': { printer: 'fault' },
  'printer-absent': { printer: 'absent' },
  'printer-silent': { printer: 'absent' },
  'printer-unproved': { printer: 'low' },
  'paper-low': { printer: 'low' },
  'prints-failed': { printer: 'fault' },
  'not-printed': { printer: 'fault' },
  doubtful: { printer: 'low' },
  'cannot-confirm': { printer: 'low' },
  'server-away': { other: 'server' },
  'never-connected': { other: 'server' },
  'tickets-refused': { other: 'server' },
  'device-unknown': { other: 'settings' },
  'device-off': { other: 'settings' },
  'no-services': { other: 'settings' },
  'closed-here': { other: 'closed' },
  'reader-absent': { other: 'reader' },
  'headset-silent': { other: 'headset' },
  'disk-full': { other: 'disk' },
  'clock-off': { other: 'clock' },
  'clock-jumped': { other: 'clock' },
  'records-damaged': { other: 'disk' },
};

interface TroubleListProps {
  readonly troubles: readonly PanelTrouble[];
  readonly t: TFunction;
  readonly lang: string;
  readonly timeZone: string;
}

/** Issues with start and advice, or a message that there are none. */
function TroubleList({ troubles, t, lang, timeZone }: TroubleListProps): JSX.Element {
  const now = useModel().now.value;
  if (troubles.length === 0) {
    return (
      <div class="trouble trouble-none" data-trouble="none">
        <OtherPicture scene="fine" />
        <div class="trouble-words">
          <h2>{t('panel.fine.title')}</h2>
          <p>{t('panel.fine.text')}</p>
        </div>
      </div>
    );
  }
  return (
    <ul class="troubles">
      {troubles.map(({ kind, since, detail }) => (
        <li key={kind} class="trouble" data-trouble={kind}>
          {PICTURES[kind].printer !== undefined ? (
            <PrinterPicture scene={PICTURES[kind].printer} />
          ) : (
            <OtherPicture scene={PICTURES[kind].other} />
          )}
          <div class="trouble-words">
            <h2>{t(`panel.trouble.${kind}.title`)}</h2>
            <p>{t(`panel.trouble.${kind}.text`)}</p>
            {since !== '' && (
              <p class="trouble-since">{t('panel.since', { time: moment(since, now, lang, timeZone) })}</p>
            )}
            {detail !== '' && (
              <p class="trouble-since">
                {t('panel.says')}{' '}
                <span lang="en" dir="ltr">
                  {detail}
                </span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Issues, and actions to resolve them. */
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
