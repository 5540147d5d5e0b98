/**
 * Everything that is known of one printer and the line to it. Plain data; changed only by `reduce`. All times are those
 * of the clock that the events bear, in milliseconds: one that nobody sets.
 */
import type { Confirmation, PrinterStatus, PrintFault, TrayWord, Vouched } from '../contract/printing.ts';
import type { PrinterSaying } from '../escpos/status-parser.ts';
import type { PrinterMemory } from '../printer-memory.ts';
import type { ConfirmWay } from '../printer-options.ts';

/** The `n` of DLE EOT n: 1 printer, 2 why it is offline, 3 errors, 4 paper. */
export type StatusNumber = 1 | 2 | 3 | 4;
export const STATUS_NUMBERS: readonly StatusNumber[] = [1, 2, 3, 4];
/** The `n` of GS I n: 66 its maker, 67 its model. */
export type NameNumber = 66 | 67;
/** What a ticket is asked for with GS r: all that is to be read, and the cut behind it. */
export type ProvedPlace = 'text' | 'cut';

export interface LineOptions {
  /** For the log. */
  readonly name: string;
  /** All that makes it this line and no other: what staff confirm of it holds for no other. */
  readonly address: string;
  /** False where nothing can ever come back. */
  readonly twoWay: boolean;
  readonly confirm: ConfirmWay;
  /** Worth asking for process ids. */
  readonly asksProcessId: boolean;
  /** How fast the line itself is; null where it is no limit. */
  readonly bytesPerSecond: number | null;
  /** The line was set up with XON/XOFF. */
  readonly obeysXoff: boolean;
  /** A connection over a network may be dead without a word, and has its answers to itself. */
  readonly isNetwork: boolean;
  /** Paper of a file is in it once it is written: there is nothing to confirm. */
  readonly isFile: boolean;
  /** It holds tickets until they are taken; null: they fall. */
  readonly presenter: { readonly retractAfterMs: number | null } | null;
  /** Bytes that end the paper of a torn ticket. */
  readonly torn: Uint8Array;
}

/** One job as it is handed over: whole commands, the cut by itself behind all that is to be read. */
export interface JobOrder {
  readonly id: number;
  /** Two of the signs of process ids that no other job of this hour has. */
  readonly sign: string;
  readonly text: readonly Uint8Array[];
  readonly cut: Uint8Array;
  /** Length of its paper: no printer has it out at once. */
  readonly mm: number;
  /** How it is to be confirmed: what the bytes were made for. */
  readonly way: Confirmation;
  /** How long the visitor waits for it. */
  readonly timeoutMs: number;
  /** Questions that an earlier print of the same ticket has cost. */
  readonly asked: number;
}

export type JobEnd =
  | {
      readonly kind: 'printed';
      readonly confirmed: Confirmation;
      /** Its paper cannot be out before; left out when that time has passed. */
      readonly outAt?: number;
    }
  /** Nothing more will come of it: it may be tried again, with the mark of a copy where it may be whole all the same. */
  | {
      readonly kind: 'not-printed';
      readonly fault: PrintFault;
      readonly mayBeWhole: boolean;
      /** All that this ticket has cost so far. */
      readonly asked: number;
    }
  | { readonly kind: 'doubtful'; readonly fault: PrintFault };

/** A process id that was asked for. */
export interface AskedId {
  readonly id: string;
  /** How many pieces it stands behind. */
  readonly behind: number;
}

/** How far a job is. */
export interface PrintJob {
  readonly order: JobOrder;
  readonly startedAt: number;
  readonly deadline: number;
  /** Pieces handed over, the cut counted as the last. */
  readonly sent: number;
  /** Pieces that the printer is known to have taken, or printed. */
  readonly taken: number;
  /** All that is to be read is on paper. */
  readonly isTextDone: boolean;
  readonly isCutDone: boolean;
  /** How it was confirmed when that was decided; null: not decided yet. */
  readonly confirmedBy: Confirmation | null;
  /** When its first piece left; null before. */
  readonly firstAt: number | null;
  /** A fault came before paper that was confirmed can have been out: no word about this ticket counts any more. */
  readonly isWithdrawn: boolean;
  /** Process ids not heard yet, in the order in which they have to come. */
  readonly ids: readonly AskedId[];
  readonly idsAsked: number;
  readonly idAskedAt: number;
  /** The last one heard; it may be said twice. */
  readonly heardId: string;
  /** An answer behind the text is missing and later ones came: the printer lost what stands there, with the answer. */
  readonly isTorn: boolean;
  /** Something came in that no printer says: an answer may be lost among it. */
  readonly isNoisy: boolean;
  /** Questions so far. */
  readonly questions: number;
  readonly progressAt: number;
  /** GS r behind the text, or behind the cut: how many answers prove it, and how many have come. */
  readonly asked: {
    readonly what: ProvedPlace;
    /** Its name is asked for behind each GS r, and proves it in its place: no stray byte can imitate that. */
    readonly name: NameNumber | null;
    /** When it was asked or answered last. */
    readonly at: number;
    /** Answers to older questions were due, and may be lost for good. */
    readonly isStale: boolean;
    /** Asked for twice at once, and not again since. */
    readonly isPair: boolean;
    readonly need: number;
    readonly got: number;
  } | null;
  /** Confirmation by status alone: since when the answers of a whole round are awaited. */
  readonly lookSince: number | null;
}

export type ConnectionPhase =
  /** What an earlier run left is not known yet. */
  | { readonly name: 'starting' }
  | { readonly name: 'away'; readonly retryAt: number; readonly failures: number; readonly detail: string }
  | { readonly name: 'dialling'; readonly failures: number; readonly detail: string }
  /** What an interrupted job left in the printer is thrown away. */
  | { readonly name: 'cleaning'; readonly until: number; readonly answered: boolean }
  /** Finding out what this printer can confirm. */
  | {
      readonly name: 'greeting';
      /** When the last question was asked that it may answer. */
      readonly since: number;
      readonly probeId: string;
      readonly hasId: boolean;
      /** GS a was put a second time: one automatic status alone may be noise. */
      readonly isAutomaticAsked: boolean;
      /** Answers to GS r; two of them prove that it is answered. Null until it was asked. */
      readonly transmitted: number | null;
    }
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly job: PrintJob }
  /** The knife stands still behind a whole ticket: the printer is asked to go on until it is free. */
  | { readonly name: 'freeing'; readonly job: PrintJob; readonly resumeAt: number; readonly fault: PrintFault }
  /** Asked to throw away what is not printed; waits for its word. */
  | { readonly name: 'clearing'; readonly job: PrintJob; readonly until: number; readonly fault: PrintFault }
  /** What was sent may still come out, by whoever mends the printer. */
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
      /** Its time is over; what comes now is its answer all the same, so nothing else is asked yet. */
      readonly isLate: boolean;
      /** How many pieces of the job had been handed over before it. */
      readonly behind: number;
    }
  | { readonly kind: 'identity'; readonly n: NameNumber; readonly askedAt: number };

export interface DueName {
  readonly n: NameNumber;
  readonly at: number;
}

/** Questions and answers on this connection, and what they taught. */
export interface Talk {
  /** At most one question whose answer could be taken for another's. */
  readonly open: OpenQuestion | null;
  /** Times of GS r not answered yet. */
  readonly due: readonly number[];
  /** The same of GS I. */
  readonly dueNames: readonly DueName[];
  /** Bytes like answers to GS r that came while a status question was open. */
  readonly plain: readonly number[];
  /** Something that a printer says was heard. */
  readonly isHeard: boolean;
  readonly heardAt: number;
  readonly isAutomatic: boolean;
  /** Status questions without an answer, in a row. */
  readonly misses: number;
  readonly missed: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly answered: readonly StatusNumber[];
  /** Not answered while others were: never asked again. */
  readonly deaf: readonly StatusNumber[];
  /** False once an answer came without the bits by which it is known. */
  readonly hasFixedBits: boolean;
  /** How long an answer is waited for; learnt from those that came late. */
  readonly patienceMs: number;
  /** How long after an answer the same may be said again; learnt. */
  readonly settleMs: number;
  readonly askedAt: number;
  readonly closedAt: number;
  readonly plainAt: number;
  readonly turn: number;
  readonly probedAt: number;
  readonly identified: readonly NameNumber[];
  readonly identifiedAt: number;
  /** Names that it does not tell any more when it is asked. */
  readonly nameless: readonly NameNumber[];
  /** Until then an answer to GS r may be one to a program that was ended in mid-ticket; nothing is asked so. */
  readonly isOthersUntil: number;
}

/** A change that was said once: it counts when it is said again. */
export interface Suspicion {
  readonly value: number;
  readonly isAutomatic: boolean;
  readonly tries: number;
}

/** The printer as it says it is: the answers to DLE EOT 1 to 4, cut down to the bits that matter here. */
export interface Readings {
  readonly values: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly readAt: Readonly<Partial<Record<StatusNumber, number>>>;
  /** When it was asked last and said nothing clear. */
  readonly triedAt: Readonly<Partial<Record<StatusNumber, number>>>;
  readonly suspicions: Readonly<Partial<Record<StatusNumber, Suspicion>>>;
  readonly offlineSince: number;
}

/** A ticket in the mouth of a presenter. */
export interface Mouth {
  /** Since when a ticket has been there; null: none is, as far as was heard. */
  readonly heldSince: number | null;
  readonly askedAt: number;
  /** When the printer was asked to take the ticket back. */
  readonly retractedAt: number | null;
}

export interface LineModel {
  readonly options: LineOptions;
  readonly phase: ConnectionPhase;
  readonly status: PrinterStatus;
  /** What this printer has proved, once and for all. */
  readonly memory: PrinterMemory;
  /** How prints are confirmed on this connection; null while that is not known. */
  readonly way: Confirmation | null;
  readonly talk: Talk;
  readonly readings: Readings;
  /** The last print was not confirmed by a printer that can. */
  readonly isDoubted: boolean;
  /** The printer may hold half a job. */
  readonly isSoiled: boolean;
  readonly writes: number;
  /** When the line itself has carried all that was handed over. */
  readonly wireFreeAt: number;
  /** Asked to wait (XOFF) until then. */
  readonly heldUntil: number;
  readonly isPaperLow: boolean;
  /** When the roll was first seen to be otherwise; null when it is not. */
  readonly lowChangedAt: number | null;
  /** How often a line that says nothing was made anew. */
  readonly redials: number;
  readonly mouth: Mouth;
  readonly connections: number;
  /** When questions of ours came back as they had left; null: they did not lately. */
  readonly echoAt: number | null;
  /** A connection on which nothing was heard yet, and how many had failed before it; null once it is proved. */
  readonly unproved: { readonly failures: number; readonly detail: string; readonly since: number } | null;
}

export type LineEvent =
  | { readonly kind: 'start'; readonly isSoiled: boolean; readonly memory: PrinterMemory }
  | { readonly kind: 'connected' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'said'; readonly said: PrinterSaying }
  /** Our own bytes came back: the line has no printer, or an echo. */
  | { readonly kind: 'echo' }
  /** The oldest write is in the hands of the operating system. */
  | { readonly kind: 'written' }
  | { readonly kind: 'time' }
  | { readonly kind: 'print'; readonly order: JobOrder }
  | { readonly kind: 'vouched'; readonly vouched: Vouched }
  | { readonly kind: 'close' };

export type LineEventKind = LineEvent['kind'];

/** What the log says of the printer. */
export type PrinterNote =
  | { readonly event: 'print.unconfirmed' | 'printer.unresponsive' }
  | { readonly event: 'printer.query-timeout' | 'printer.status-unknown'; readonly question: string }
  | { readonly event: 'printer.confirmation-detected'; readonly by: Confirmation }
  | { readonly event: 'printer.identified'; readonly maker?: string; readonly model?: string };

export type LineEffect =
  | { readonly kind: 'dial' }
  /** Gives the connection up with all that waits in it. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly id: number; readonly end: JobEnd }
  | { readonly kind: 'remember'; readonly memory: PrinterMemory }
  | { readonly kind: 'tray'; readonly word: TrayWord }
  | { readonly kind: 'note'; readonly note: PrinterNote };
