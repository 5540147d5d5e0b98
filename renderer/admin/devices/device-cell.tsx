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

/** What a device said before it fell silent, as far as it says whether visitors still get tickets. */
function lastWords(t: TFunction, { status }: EventDevice): string {
  return [
    status.printer === '' ? '' : t(`live.printer.${status.printer}`),
    status.offline_numbers === 0 ? '' : t('board.numbers', { count: status.offline_numbers }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Paper used since the last roll, and what is left of it; empty when nothing is known. */
export function paperWords(t: TFunction, { status }: EventDevice, lang: string): string {
  const metres = number(status.paper_used / MM_PER_M, lang, { maximumFractionDigits: 1 });
  return [
    status.roll_since === '' ? '' : t('board.used', { metres, time: instant(status.roll_since, lang) }),
    status.paper_left === 0 ? '' : t('board.left', { count: status.paper_left }),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** How a device is: what is wrong, since when and what to do; or else that all is well. With it how its paper is. */
export function DeviceCell({
  device,
  live,
  snapshot,
  hasFacts = false,
}: {
  readonly device: Item;
  readonly live: EventDevice | undefined;
  readonly snapshot: LiveSnapshot | undefined;
  /** What is known of its paper stands beside it. */
  readonly hasFacts?: boolean;
}): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  const paper = live === undefined || hasFacts ? '' : paperWords(t, live, lang);
  if (live === undefined || live.alarms.length === 0 || device.state === 0) {
    const isStale = snapshot === undefined || snapshot.status === 'stale';
    // What a device that is gone said last may no longer be so.
    const isHeard = !isStale && live?.silent_since === '' && device.state !== 0;
    return (
      <>
        <DeviceBadge device={device} live={live} isStale={isStale} />
        {isHeard && paper !== '' && <div class="soft">{paper}</div>}
      </>
    );
  }
  const isSilent = live.alarms.some(({ kind }) => kind === 'silent');
  // That staff have closed it stays so.
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

/** Printers that somebody has to look after. */
const PRINTER_FAULTS: readonly string[] = ['no-paper', 'cover-open', 'cutter', 'fault', 'absent', 'silent', 'unproved'];

const NOTHING_SAID = { printer: '', readers: '', screen: '', sound: '' };

/** Of displays that nobody hears: whether they are to be heard or not, staff read it. */
const SILENT_BY_WISH: readonly string[] = ['off', 'quiet'];

/** How a device is at this moment: in one word, where not several things are worth knowing. */
function DeviceBadge({
  device,
  live,
  isStale,
}: {
  readonly device: Item;
  /** What is known of it. */
  readonly live: EventDevice | undefined;
  /** Nothing new is heard of it just now. */
  readonly isStale: boolean;
}): JSX.Element {
  const { t } = useStaff();
  if (device.state === 0) return <Badge kind="off">{t('live.off')}</Badge>;
  if (isStale) return <span class="soft">{t('live.unknown')}</span>;
  // A card has no line of its own, and who does not work at a counter hears of none.
  if (live?.connected !== true && device.code !== '' && device.code !== undefined) return <span class="soft">–</span>;
  if (live === undefined) return <span class="soft">{t('live.unknown')}</span>;
  // What a device that is gone said last is no longer so.
  const { printer, readers, screen, sound } = live.silent_since === '' ? live.status : NOTHING_SAID;
  // Of a kiosk whose program runs, its printer is known also while nobody can see it.
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
