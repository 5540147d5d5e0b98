/** Device alarms, with the steps that fix them. */

/**
 * Most severe first. `todo`: id of the action to take, which each page translates. `grave`: no visitor gets a printed
 * ticket.
 */
export const ALARMS = {
  silent: { todo: 'check-power', grave: true },
  alone: { todo: 'check-line', grave: true },
  'no-paper': { todo: 'load-paper', grave: true },
  'cover-open': { todo: 'close-cover', grave: true },
  'cutter-stuck': { todo: 'free-cutter', grave: true },
  'printer-absent': { todo: 'check-printer', grave: true },
  'printer-fault': { todo: 'check-printer', grave: true },
  'printer-silent': { todo: 'check-printer', grave: true },
  'printer-unproved': { todo: 'prove-printer', grave: true },
  'prints-failed': { todo: 'test-print', grave: true },
  'not-shown': { todo: 'open-page', grave: true },
  'reader-absent': { todo: 'check-reader', grave: false },
  'paper-low': { todo: 'bring-paper', grave: false },
  'disk-full': { todo: 'free-disk', grave: false },
  'clock-off': { todo: 'set-clock', grave: false },
  'clock-jumped': { todo: 'set-clock', grave: false },
  'shared-key': { todo: 'pair-again', grave: false },
  'records-damaged': { todo: 'compare-tickets', grave: false },
} as const;

export type AlarmKind = keyof typeof ALARMS;
export const ALARM_KINDS = Object.keys(ALARMS) as readonly AlarmKind[];
