/**
 * Device notes besides its alarms.
 *
 * Pure. The staff panel of a kiosk shows the same notes.
 */
import type { EventDevice } from '../../../main/events/contract/events.ts';

/** Text key of each note, worst first. */
export const BOARD_NOTES = {
  'out-of-service': 'live.screen.out-of-service',
  'tickets-refused': 'live.ticketsRefused',
  shut: 'live.screen.shut',
  'headset-silent': 'live.sound.refused',
  'not-printed': 'live.last_print.not-printed',
  doubtful: 'live.last_print.doubtful',
  'cannot-confirm': 'live.printer.cannot-confirm',
} as const;

export type BoardNote = keyof typeof BOARD_NOTES;

/** A last ticket that was not printed is worth a note only while the printer reports no fault. */
const WELL: readonly string[] = ['', 'none', 'connecting', 'ok', 'low'];

/** Notes for a connected device; the last state of a disconnected one may be outdated. */
export function boardNotes({ status, alarms }: Pick<EventDevice, 'status' | 'alarms'>): readonly BoardNote[] {
  const { printer, last_print, screen, sound, offline_refused } = status;
  const isLastNews = WELL.includes(printer) && !alarms.some(({ kind }) => kind === 'prints-failed');
  const is: Readonly<Record<BoardNote, boolean>> = {
    'out-of-service': screen === 'out-of-service',
    'tickets-refused': offline_refused > 0,
    shut: screen === 'shut',
    'headset-silent': sound === 'refused',
    'not-printed': isLastNews && last_print === 'not-printed',
    doubtful: isLastNews && last_print === 'doubtful',
    'cannot-confirm': printer === 'cannot-confirm',
  };
  return (Object.keys(BOARD_NOTES) as readonly BoardNote[]).filter((note) => is[note]);
}
