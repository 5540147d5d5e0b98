/** Table cell with the state of a device. */

import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { ALARMS } from '../../../main/devices/contract/alarms.ts';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import { useStaff } from '../../shared/staff.ts';
import { BOARD_NOTES, boardNotes } from '../model/board-notes.ts';
import type { Item } from '../model/item.ts';
import { instant, number } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';

const MM_PER_M = 1000;

/** Last state of a device before it disconnected: whether visitors still get tickets. */
function lastWords(t: TFunction, { status }: EventDevice): string {
  return [
    status.printer === '' ? '' : t(`live.printer.${status.printer}`),
    status.offline_numbers === 0 ? '' : t('board.numbers', { count: status.offline_numbers }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Paper used since the last roll change, and the paper left; empty if unknown. */
export function paperWords(t: TFunction, { status }: EventDevice, lang: string): string {
  const metres = number(status.paper_used / MM_PER_M, lang, { maximumFractionDigits: 1 });
  return [
    status.roll_since === '' ? '' : t('board.used', { metres, time: instant(status.roll_since, lang) }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

interface DeviceCellProps {
  readonly device: Item;
  readonly live: EventDevice | undefined;
  readonly snapshot: LiveSnapshot | undefined;
  /** Whether the paper is shown beside the cell. */
  readonly hasFacts?: boolean;
}

/** State of a device: its issues with their time and remedy, or that all is well; and its paper. */
export function DeviceCell({ device, live, snapshot, hasFacts = false }: DeviceCellProps): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  const paper = live === undefined || hasFacts ? '' : paperWords(t, live, lang);
  if (live === undefined || live.alarms.length === 0 || device.state === 0) {
    const isStale = snapshot === undefined || snapshot.status === 'stale';
    // The last state of a disconnected device may be outdated.
    const isHeard = !isStale && live?.silent_since === '' && device.state !== 0;
    return (
      <>
        <DeviceBadge device={device} live={live} isStale={isStale} />
        {isHeard && paper !== '' && <div class="soft">{paper}</div>}
      </>
    );
  }
  const isSilent = live.alarms.some(({ kind }) => kind === 'silent');
  // A device that staff closed stays closed.
  const notes = boardNotes(live).filter((note) => note === 'shut' || live.silent_since === '');
  return (
    <ul class="alarms">
      {live.alarms.map(({ kind, todo, since }) => (
        <li key={kind}>
          <Badge kind={ALARMS[kind].grave ? 'fault' : 'attention'}>{t(`shared.alarm.${kind}`)}</Badge>{' '}
          <span class="soft">{t('shared.alarms.since', { time: instant(since, lang) })}</span>
          <br />
          {t(`shared.todo.${todo}`)}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note}>
          <Badge kind="attention">{t(BOARD_NOTES[note])}</Badge>
        </li>
      ))}
      {isSilent && lastWords(t, live) !== '' && <li class="soft">{t('board.then', { words: lastWords(t, live) })}</li>}
      {!isSilent && paper !== '' && <li class="soft">{paper}</li>}
    </ul>
  );
}

/** Printer states that need attention. */
const PRINTER_FAULTS: readonly string[] = ['no-paper', 'cover-open', 'cutter', 'fault', 'absent', 'silent', 'unproved'];

const NOTHING_SAID = { printer: '', readers: '', screen: '', sound: '' };

/** Sound states of a silent display that are shown, whether the silence is configured or not. */
const SILENT_BY_WISH: readonly string[] = ['off', 'quiet'];

interface DeviceBadgeProps {
  readonly device: Item;
  /** Its live state, if known. */
  readonly live: EventDevice | undefined;
  /** The connection to its events is interrupted. */
  readonly isStale: boolean;
}

/** State of a device in one word, unless several issues matter. */
function DeviceBadge({ device, live, isStale }: DeviceBadgeProps): JSX.Element {
  const { t } = useStaff();
  if (device.state === 0) return <Badge kind="off">{t('live.off')}</Badge>;
  if (isStale) return <span class="soft">{t('live.unknown')}</span>;
  // A card has no connection, and only counter staff receive its events.
  if (live?.connected !== true && device.code !== '' && device.code !== undefined) return <span class="soft">–</span>;
  if (live === undefined) return <span class="soft">{t('live.unknown')}</span>;
  // The last state of a disconnected device is outdated.
  const { printer, readers, screen, sound } = live.silent_since === '' ? live.status : NOTHING_SAID;
  // A kiosk whose program runs reports its printer even while its page is not visible.
  if (!live.connected && printer === '') {
    if (live.changed_at === '') return <span class="soft">{t('live.never')}</span>;
    return <Badge kind="attention">{t('live.away')}</Badge>;
  }
  if (PRINTER_FAULTS.includes(printer)) return <Badge kind="fault">{t(`live.printer.${printer}`)}</Badge>;
  if (readers === 'absent') return <Badge kind="fault">{t('live.readers.absent')}</Badge>;
  if (!live.connected) return <Badge kind="attention">{t('live.hidden')}</Badge>;
  const notes = boardNotes(live);
  if (notes.length > 0) {
    return (
      <>
        {notes.map((note) => (
          <Badge key={note} kind="attention">
            {t(BOARD_NOTES[note])}
          </Badge>
        ))}
      </>
    );
  }
  if (printer === 'low') return <Badge kind="attention">{t('live.printer.low')}</Badge>;
  if (printer !== '' && screen === '') return <Badge kind="attention">{t('live.unseen')}</Badge>;
  if (sound === 'blocked') return <Badge kind="attention">{t('live.silence.blocked')}</Badge>;
  return (
    <>
      <Badge kind="good">{t('live.here')}</Badge>
      {SILENT_BY_WISH.includes(sound) && <span class="soft"> {t(`live.silence.${sound}`)}</span>}
    </>
  );
}
