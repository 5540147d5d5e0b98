/**
 * Remote actions by device type.
 *
 * A device says in its status (`can`) which of them it does; no other is ever asked of it. Each is done once at most,
 * within two minutes or not at all, and the device tells what became of it.
 */

export const DEVICE_ACTIONS = [
  /** A page on paper that is marked as a test. */
  'test-print',
  /** Of displays: a call of nobody that is marked as a test, to be seen and heard. */
  'test-call',
  /** The test slip was seen to come out of a printer that confirms nothing. */
  'confirm-printer',
  /** A copy of a ticket that it printed, marked as such. */
  'reprint',
  /** Closes a kiosk for visitors, with a message, until `reopen`. */
  'shut',
  'reopen',
  /** Loads the page anew. */
  'restart-page',
  'restart-program',
  /** Only where the machine's own command line allows it. */
  'restart-machine',
  /** A picture of its page, while nobody stands there. */
  'screenshot',
  /** The log of the last hour of a kiosk's own program. */
  'log',
  /** The same of a kiosk within the server's program: the log of the whole server, for administrators of all locations alone. */
  'server-log',
] as const;

export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

/** What staff do at the kiosk itself, on its operator panel. */
export const PANEL_DEEDS = [
  'test-print',
  'confirm-printer',
  'reprint',
  /** The guided change of paper came to its end. */
  'paper-changed',
  'shut',
  'reopen',
  'restart-page',
  'restart-program',
] as const;

export type PanelDeed = (typeof PANEL_DEEDS)[number];

/** `expired`: the device did not hear of it in time. */
export const ACTION_STATES = ['asked', 'taken', 'done', 'failed', 'expired'] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/** Why it was not done; of a print also that nothing confirms it (`sent`), which counts as done. Empty: as it was asked. */
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
  /** Something may be on paper. */
  'doubtful',
  'ticket-unknown',
  /** Somebody stood there all the time. */
  'somebody-there',
  /** No page shows the device. */
  'no-page',
  /** One does, and hangs. */
  'page-silent',
  'page-not-back',
  /** The disk does not keep it. */
  'not-kept',
  /** The machine does not let the program do it. */
  'not-allowed',
  /** The program ended in the middle of it. */
  'interrupted',
  'too-large',
  /** It took it, and was not heard of again. */
  'no-word',
] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

/** What a device is asked to do. */
export interface AskedAction {
  readonly id: string;
  readonly action: DeviceAction;
  /** Of `reprint`: number or id of the ticket; empty: the last one. */
  readonly ticket: string;
  /** Of `shut`: what visitors read, by language. */
  readonly message: Readonly<Record<string, string>>;
  /** Of `confirm-printer`: the user who says so, by id. */
  readonly asked_by?: string;
}

/** What somebody did at the kiosk. Nothing in it says who. */
export interface DoneAtKiosk {
  /** Made by the kiosk: however often it is told, it counts once. */
  readonly id: string;
  readonly action: PanelDeed;
  /** Of `reprint`: number of the ticket; else empty. */
  readonly ticket: string;
  readonly outcome: ActionOutcome;
  /** When: ISO instant, by the clock of the kiosk. */
  readonly at: string;
}

/** What became of it. */
export interface ActionEnd {
  readonly state: 'done' | 'failed';
  readonly outcome: ActionOutcome;
  /** Of `screenshot`: PNG in base64; else empty. */
  readonly picture: string;
  /** Of `log`: one JSON line an event; else empty. */
  readonly text: string;
}

/** Whoever has not heard of an action by then does not do it any more. */
export const ACTION_EXPIRES_MS = 120_000;
/** So long a device that has taken one may be silent about it: a machine that starts anew takes a while. */
export const ACTION_WORD_MS = 600_000;
/** So long pictures and logs can be looked at. */
export const ACTION_RESULT_MS = 3_600_000;
/** In base64. */
export const MAX_PICTURE_LETTERS = 1_400_000;
export const MAX_LOG_LETTERS = 256_000;
/** Longest message in one language. */
export const MAX_MESSAGE_LETTERS = 500;
