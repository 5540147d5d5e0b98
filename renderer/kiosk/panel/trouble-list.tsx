/** List of issues, with their fixes. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { PanelTrouble, PanelTroubleKind } from '../../../main/kiosk/contract/panel.ts';
import { useModel } from '../model.ts';
import { moment } from './moment.ts';
import { OtherPicture, type OtherScene } from './other-picture.tsx';
import { PrinterPicture, type PrinterScene } from './printer-picture.tsx';

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

/** What is wrong, since when, and what to do; or that nothing is. */
export function TroubleList({ troubles, t, lang, timeZone }: TroubleListProps): JSX.Element {
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
