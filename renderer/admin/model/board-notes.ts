/**
 * Device notes besides its alarms.
 *
 * Pure; the operator panel at a kiosk says the same.
 */
import type { EventDevice } from '../../../main/events/contract/events.ts';

/** The words of each; worst first. */
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

/** A last ticket that is not on paper is news only while the printer says that all is well. */
const WELL: readonly string[] = ['', 'none', 'connecting', 'ok', 'low'];

/** Of a device that is heard: what one that is gone said last may no longer be so. */
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
