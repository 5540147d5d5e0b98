/**
 * State of a printer and its connection: plain data, changed only by `reduce`.
 *
 * All times are those of the events, in milliseconds of a monotonic clock.
 */
import type { Confirmation, PrinterStatus, PrintFault, TrayWord, Vouched } from '../contract/printing.ts';
import type { PrinterMessage } from '../escpos/status-parser.ts';
import type { PrinterMemory } from '../printer-memory.ts';
import type { ConfirmWay } from '../printer-options.ts';

/** The `n` of DLE EOT n: 1 printer, 2 offline cause, 3 errors, 4 paper. */
export type StatusNumber = 1 | 2 | 3 | 4;
export const STATUS_NUMBERS: readonly StatusNumber[] = [1, 2, 3, 4];
/** The `n` of GS I n: 66 maker, 67 model. */
export type NameNumber = 66 | 67;
/** Part of a ticket that GS r confirms: the text, or the cut after it. */
export type ProvedPlace = 'text' | 'cut';

export interface LineOptions {
  /** For the log. */
  readonly name: string;
  /** Identifies the line: a confirmation by staff applies to this address only. */
  readonly address: string;
  /** False if the printer can never answer. */
  readonly twoWay: boolean;
  readonly confirm: ConfirmWay;
  /** Whether to try process ids. */
  readonly asksProcessId: boolean;
  /** Speed of the line; null if it is no limit. */
  readonly bytesPerSecond: number | null;
  /** The line uses XON/XOFF. */
  readonly obeysXoff: boolean;
  /** A network connection can fail silently, and shares its answers with no other program. */
  readonly isNetwork: boolean;
  /** Output to a file: written means printed. */
  readonly isFile: boolean;
  /** Presenter that holds tickets until they are taken; null: tickets drop. */
  readonly presenter: { readonly retractAfterMs: number | null } | null;
  /** Bytes that end the paper of a torn ticket. */
  readonly torn: Uint8Array;
}

/** A job as handed over: whole commands, with the cut separate from the text. */
export interface JobOrder {
  readonly id: number;
  /** Two id characters that no other job of this hour uses. */
  readonly sign: string;
  readonly text: readonly Uint8Array[];
  readonly cut: Uint8Array;
  /** Length of its paper, which limits how soon it can be out. */
  readonly mm: number;
  /** Confirmation that the bytes were built for. */
  readonly way: Confirmation;
  /** How long the visitor waits. */
  readonly timeoutMs: number;
  /** Number of questions in earlier prints of the same ticket. */
  readonly asked: number;
}

export type JobEnd =
  | {
      readonly kind: 'printed';
      readonly confirmed: Confirmation;
      /** Earliest time at which its paper can be out; absent if that has passed. */
      readonly outAt?: number;
    }
  /** Not printed, and it will not be: it can be retried, with the copy mark if the first print may be complete. */
  | {
      readonly kind: 'not-printed';
      readonly fault: PrintFault;
      readonly mayBeWhole: boolean;
      /** Number of questions for this ticket so far. */
      readonly asked: number;
    }
  | { readonly kind: 'doubtful'; readonly fault: PrintFault };

/** A requested process id. */
export interface RequestedId {
  readonly id: string;
  /** Number of pieces before it. */
  readonly behind: number;
}

/** Progress of a job. */
export interface PrintJob {
  readonly order: JobOrder;
  readonly startedAt: number;
  readonly deadline: number;
  /** Pieces handed over, including the cut as the last one. */
  readonly sent: number;
  /** Pieces that the printer has taken or printed, as far as known. */
  readonly taken: number;
  /** The text is on paper. */
  readonly isTextDone: boolean;
  readonly isCutDone: boolean;
  /** Confirmation that was decided on; null: not decided yet. */
  readonly confirmedBy: Confirmation | null;
  /** When its first piece was sent; null before. */
  readonly firstAt: number | null;
  /** A fault occurred before the confirmed paper could be out: later confirmations of this ticket are ignored. */
  readonly isWithdrawn: boolean;
  /** Expected process ids, in order. */
  readonly ids: readonly RequestedId[];
  readonly idsAsked: number;
  readonly idAskedAt: number;
  /** The last received one; it can be repeated. */
  readonly reportedId: string;
  /**
   * An answer after the text is missing but later ones arrived: the printer lost that part together with the answer.
   */
  readonly isTorn: boolean;
  /** Bytes arrived that no printer sends: an answer may be lost among them. */
  readonly isNoisy: boolean;
  /** Number of questions so far. */
  readonly questions: number;
  readonly progressAt: number;
  /** GS r after the text or the cut: number of required and of received answers. */
  readonly asked: {
    readonly what: ProvedPlace;
    /** Name requested after each GS r as confirmation: no stray byte can imitate it. */
    readonly name: NameNumber | null;
    /** When it was last asked or answered. */
    readonly at: number;
    /** Answers to older questions were outstanding, and may be lost. */
    readonly isStale: boolean;
    /** Requested twice at once, and not since. */
    readonly isPair: boolean;
    readonly need: number;
    readonly got: number;
  } | null;
  /** Confirmation by status only: start of the awaited round of answers. */
  readonly lookSince: number | null;
}

export type ConnectionPhase =
  /** Unknown whether an earlier run left a job. */
  | { readonly name: 'starting' }
  | { readonly name: 'away'; readonly retryAt: number; readonly failures: number; readonly detail: string }
  | { readonly name: 'dialling'; readonly failures: number; readonly detail: string }
  /** Discarding what an interrupted job left in the printer. */
  | { readonly name: 'cleaning'; readonly until: number; readonly answered: boolean }
  /** Handshake: detecting which confirmation the printer supports. */
  | {
      readonly name: 'greeting';
      /** When the last question of the handshake was sent. */
      readonly since: number;
      readonly probeId: string;
      readonly hasId: boolean;
      /** GS a was sent a second time: a single automatic status can be noise. */
      readonly isAutomaticAsked: boolean;
      /** Answers to GS r; two confirm the capability. Null before the first question. */
      readonly transmitted: number | null;
    }
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly job: PrintJob }
  /** The cutter is jammed after a whole ticket: the printer is asked to continue until it is free. */
  | { readonly name: 'freeing'; readonly job: PrintJob; readonly resumeAt: number; readonly fault: PrintFault }
  /** Waiting for the printer to confirm that it discarded unprinted data. */
  | { readonly name: 'clearing'; readonly job: PrintJob; readonly until: number; readonly fault: PrintFault }
  /** Sent data may still be printed when a person fixes the printer. */
  | { readonly name: 'lingering'; readonly job: PrintJob; readonly fault: PrintFault }
  | { readonly name: 'closed' };

export type PhaseName = ConnectionPhase['name'];
export type JobPhase = Extract<ConnectionPhase, { readonly job: PrintJob }>;

export type OpenQuestion =
  | {
      readonly kind: 'status';
      readonly n: StatusNumber;
      readonly askedAt: number;
      readonly bytes: readonly number[];
      readonly firstAt: number | null;
      /** Its timeout has passed; the next answer is still its answer, so no other question is sent. */
      readonly isLate: boolean;
      /** Number of the job's pieces handed over before it. */
      readonly behind: number;
    }
  | { readonly kind: 'identity'; readonly n: NameNumber; readonly askedAt: number };

export interface DueName {
  readonly n: NameNumber;
  readonly at: number;
}

/** Questions and answers on this connection, and the learnt timing. */
export interface Talk {
  /** At most one question whose answer is ambiguous. */
  readonly open: OpenQuestion | null;
  /** Times of unanswered GS r. */
  readonly due: readonly number[];
  /** Unanswered GS I. */
  readonly dueNames: readonly DueName[];
  /** Bytes like answers to GS r that arrived during an open status question. */
  readonly plain: readonly number[];
  /** A valid message of a printer was received. */
  readonly isHeard: boolean;
  readonly heardAt: number;
  readonly isAutomatic: boolean;
  /** Consecutive status questions without an answer. */
  readonly misses: number;
  readonly missed: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly answered: readonly StatusNumber[];
  /** Questions left unanswered while others were answered: never sent again. */
  readonly deaf: readonly StatusNumber[];
  /** False once an answer lacked its fixed bits. */
  readonly hasFixedBits: boolean;
  /** Timeout of an answer; adapts to late answers. */
  readonly patienceMs: number;
  /** How long an answer can be repeated; adapts. */
  readonly settleMs: number;
  readonly askedAt: number;
  readonly closedAt: number;
  readonly plainAt: number;
  readonly turn: number;
  readonly probedAt: number;
  readonly identified: readonly NameNumber[];
  readonly identifiedAt: number;
  /** Names that it no longer reports. */
  readonly nameless: readonly NameNumber[];
  /** Until then an answer to GS r may belong to a program that was killed during a ticket; GS r is not used. */
  readonly isOthersUntil: number;
}

/** A change reported once: it counts when it is repeated. */
export interface Suspicion {
  readonly value: number;
  readonly isAutomatic: boolean;
  readonly tries: number;
}

/** Reported state: the relevant bits of the answers to DLE EOT 1 to 4. */
export interface Readings {
  readonly values: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly readAt: Readonly<Partial<Record<StatusNumber, number>>>;
  /** When a question last had no clear answer. */
  readonly triedAt: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly suspicions: Readonly<Partial<Record<StatusNumber, Suspicion>>>;
  readonly offlineSince: number;
}

/** A ticket held by a presenter. */
export interface Mouth {
  /** Since when it holds a ticket; null: none, as far as known. */
  readonly heldSince: number | null;
  readonly askedAt: number;
  /** When the printer was told to retract the ticket. */
  readonly retractedAt: number | null;
}

export interface LineModel {
  readonly options: LineOptions;
  readonly phase: ConnectionPhase;
  readonly status: PrinterStatus;
  /** Proven capabilities of this printer. */
  readonly memory: PrinterMemory;
  /** Confirmation on this connection; null if unknown. */
  readonly way: Confirmation | null;
  readonly talk: Talk;
  readonly readings: Readings;
  /** The last print was not confirmed by a printer that can. */
  readonly isDoubted: boolean;
  /** The printer may hold part of a job. */
  readonly isSoiled: boolean;
  readonly writes: number;
  /** When the line has transmitted all handed-over bytes. */
  readonly wireFreeAt: number;
  /** End of a pause requested by XOFF. */
  readonly heldUntil: number;
  readonly isPaperLow: boolean;
  /** Since when the near-end sensor differs from the reported state; null if it does not. */
  readonly lowChangedAt: number | null;
  /** Number of reconnects of a silent line. */
  readonly redials: number;
  readonly mouth: Mouth;
  readonly connections: number;
  /** When questions were last echoed; null: not lately. */
  readonly echoAt: number | null;
  /** A connection without any answer yet, with the number of failed ones before it; null once it is proven. */
  readonly unproved: { readonly failures: number; readonly detail: string; readonly since: number } | null;
}

export type LineEvent =
  | { readonly kind: 'start'; readonly isSoiled: boolean; readonly memory: PrinterMemory }
  | { readonly kind: 'connected' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'said'; readonly said: PrinterMessage }
  /** The program's own bytes came back: the line has no printer, or an echo. */
  | { readonly kind: 'echo' }
  /** The operating system has accepted the oldest write. */
  | { readonly kind: 'written' }
  | { readonly kind: 'time' }
  | { readonly kind: 'print'; readonly order: JobOrder }
  | { readonly kind: 'vouched'; readonly vouched: Vouched }
  | { readonly kind: 'close' };

export type LineEventKind = LineEvent['kind'];

/** Log events about the printer. */
export type PrinterNote =
  | { readonly event: 'print.unconfirmed' | 'printer.unresponsive' }
  | { readonly event: 'printer.query-timeout' | 'printer.status-unknown'; readonly question: string }
  | { readonly event: 'printer.confirmation-detected'; readonly by: Confirmation }
  | { readonly event: 'printer.identified'; readonly maker?: string; readonly model?: string };

export type LineEffect =
  | { readonly kind: 'dial' }
  /** Drops the connection with its pending writes. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly id: number; readonly end: JobEnd }
  | { readonly kind: 'remember'; readonly memory: PrinterMemory }
  | { readonly kind: 'tray'; readonly word: TrayWord }
  | { readonly kind: 'note'; readonly note: PrinterNote };
