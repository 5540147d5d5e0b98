import type { JSX } from 'preact';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import { useStaff } from '../../shared/staff.ts';
import { BOARD_NOTES, boardNotes } from '../model/board-notes.ts';
import type { Item } from '../model/item.ts';
import { Badge } from './badge.tsx';

/** Printers that somebody has to look after. */
const PRINTER_FAULTS: readonly string[] = ['no-paper', 'cover-open', 'cutter', 'fault', 'absent', 'silent', 'unproved'];
const NOTHING_SAID = { printer: '', readers: '', screen: '', sound: '' };
/** Of displays that nobody hears: whether they are to be heard or not, staff read it. */
const SILENT_BY_WISH: readonly string[] = ['off', 'quiet'];
/** How a device is at this moment: in one word, where not several things are worth knowing. */
export function DeviceBadge({
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
