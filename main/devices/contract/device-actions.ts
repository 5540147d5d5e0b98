/**
 * Remote actions by device type.
 *
 * A device reports in its status (`can`) which actions it supports; no others are requested. Each runs at most once,
 * within two minutes or not at all, and the device reports the result.
 */

export const DEVICE_ACTIONS = [
  /** Prints a page marked as a test. */
  'test-print',
  /** Displays: shows and announces a call marked as a test. */
  'test-call',
  /** Staff saw the test page come out of a printer without print confirmation. */
  'confirm-printer',
  /** Prints a copy of a ticket, marked as such. */
  'reprint',
  /** Closes a kiosk for visitors, with a message, until `reopen`. */
  'shut',
  'reopen',
  /** Reloads the page. */
  'restart-page',
  'restart-program',
  /** Only where the machine's command line allows it. */
  'restart-machine',
  /** Screenshot of the page, while no visitor is present. */
  'screenshot',
  /** Log of the kiosk program's last hour. */
  'log',
  /**
   * The same for a kiosk within the server's program: the log of the whole server, for administrators of all locations
   * only.
   */
  'server-log',
] as const;

export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

/** Actions of staff on the kiosk's operator panel. */
export const PANEL_ACTIONS = [
  'test-print',
  'confirm-printer',
  'reprint',
  /** The guided paper change was completed. */
  'paper-changed',
  'shut',
  'reopen',
  'restart-page',
  'restart-program',
] as const;

export type PanelAction = (typeof PANEL_ACTIONS)[number];

/** `expired`: the device did not receive it in time. */
export const ACTION_STATES = ['asked', 'taken', 'done', 'failed', 'expired'] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/** Reason of a failure; or `sent` for a successful print without confirmation. Empty: success. */
export const ACTION_OUTCOMES = [
  '',
  'sent',
  'no-paper',
  'cover-open',
  'cutter',
  'fault',
  'absent',
  'timeout',
  'unconfirmed',
  /** The ticket is possibly printed. */
  'doubtful',
  'ticket-unknown',
  /** A visitor was present all the time. */
  'somebody-there',
  /** No page shows the device. */
  'no-page',
  /** The page hangs. */
  'page-silent',
  'page-not-back',
  /** The disk could not store it. */
  'not-kept',
  /** The machine's permissions forbid it. */
  'not-allowed',
  /** The program ended during the action. */
  'interrupted',
  'too-large',
  /** The device accepted the action, but reported no result. */
  'no-word',
] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

/** Action requested from a device. */
export interface RequestedAction {
  readonly id: string;
  readonly action: DeviceAction;
  /** For `reprint`: number or id of the ticket; empty: the last one. */
  readonly ticket: string;
  /** For `shut`: message to visitors, by language. */
  readonly message: Readonly<Record<string, string>>;
  /** For `confirm-printer`: id of the user who confirmed. */
  readonly asked_by?: string;
}

/** Action of staff at the kiosk. The actor is unknown. */
export interface DoneAtKiosk {
  /** Created by the kiosk, so that repeated reports count once. */
  readonly id: string;
  readonly action: PanelAction;
  /** For `reprint`: number of the ticket; otherwise empty. */
  readonly ticket: string;
  readonly outcome: ActionOutcome;
  /** ISO instant, by the kiosk's clock. */
  readonly at: string;
}

/** Result of an action. */
export interface ActionEnd {
  readonly state: 'done' | 'failed';
  readonly outcome: ActionOutcome;
  /** For `screenshot`: PNG in base64; otherwise empty. */
  readonly picture: string;
  /** For `log`: one JSON line per event; otherwise empty. */
  readonly text: string;
}

/** Deadline for a device to accept an action. */
export const ACTION_EXPIRES_MS = 120_000;
/** Deadline for the result of an accepted action: a reboot takes some minutes. */
export const ACTION_WORD_MS = 600_000;
/** Retention of screenshots and logs. */
export const ACTION_RESULT_MS = 3_600_000;
/** In base64. */
export const MAX_PICTURE_LETTERS = 1_400_000;
export const MAX_LOG_LETTERS = 256_000;
/** Longest message in one language. */
export const MAX_MESSAGE_LETTERS = 500;
