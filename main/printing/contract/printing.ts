/**
 * Printed content, and the printer's status.
 *
 * The same shapes for every printer and every transport.
 */
import type { Result } from '../../lib/result.ts';
import type { LaidPart } from '../../site/contract/ticket-layout.ts';

/** A part at its position on the paper. */
export interface PaperPart extends LaidPart {
  /** For part `text`: the organisation's text. */
  readonly text: string;
}

/** Sync data of an offline ticket; stored in the journal, never printed. */
export interface OfflineRecord {
  readonly holder: string;
  readonly service: string;
  readonly number: number;
  readonly lang: string;
  readonly priority: boolean;
}

/** Service and bare number of a ticket issued by the server. */
export interface IssuedNumber {
  readonly service: string;
  readonly number: number;
}

/** A ticket ready to lay out: all texts are in the visitor's language. Empty texts are omitted on paper. */
export interface PaperTicket {
  /** The ticket's id; names the print job in the journal. */
  readonly ticketId: string;
  /** Idempotency key of the kiosk's request; stored in the journal, never printed. */
  readonly intent?: string;
  readonly offline?: OfflineRecord;
  /** Absent for an offline ticket. Stored in the journal, never printed. */
  readonly issued?: IssuedNumber;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly siteName: string;
  /** PNG bytes, or null. */
  readonly logo: Uint8Array | null;
  readonly serviceName: string;
  /** As on displays: tag and padded number, such as `A043`. */
  readonly number: string;
  readonly priorityText: string;
  readonly peopleText: string;
  readonly waitText: string;
  readonly dateText: string;
  readonly extraText: string;
  readonly footerText: string;
  readonly qr: { readonly content: string; readonly caption: string } | null;
  /** Parts of a long ticket, in the order of the paper; empty for the short ticket. */
  readonly layout: readonly PaperPart[];
  /** Text of the copy mark on a reprint; empty for the first print. */
  readonly copyText: string;
  /** The copy mark for an automatic reprint, when the first print may be out too. */
  readonly copyWord?: string;
}

/**
 * Certainty that the ticket is on paper, best first: the printer returned a process id after printing (GS ( H); it
 * answered a question after the ticket (GS r); it reported no fault afterwards; none, because it never answered or the
 * address says `confirm=none`.
 */
export type Confirmation = 'process-id' | 'status' | 'no-fault' | 'none';

/** `unconfirmed`: all bytes were sent to a printer that can confirm and did not. */
export type PrintFaultReason = 'no-paper' | 'cover-open' | 'cutter' | 'fault' | 'absent' | 'timeout' | 'unconfirmed';

export interface PrintFault {
  readonly reason: PrintFaultReason;
  /** True if the ticket may still be on paper; then it is never reprinted automatically. */
  readonly doubtful: boolean;
  /** For the log and technicians; contains no personal data. */
  readonly detail: string;
}

export interface PrintDone {
  readonly confirmed: Confirmation;
  /** Printed with the copy mark: an earlier print may be out, too. */
  readonly isCopy?: true;
  /** Unconfirmed, and paper output at this address was never proven: the visitor keeps the number on the screen. */
  readonly isUnproved?: true;
}

export type PrintOutcome = Result<PrintDone, PrintFault>;

export type PrinterStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  /** `confirms` is false if the printer confirms no ticket. */
  | {
      readonly kind: 'ready';
      readonly paperLow: boolean;
      readonly confirms: boolean;
      /** Unconfirmed, and staff have not confirmed the test slip: visitors keep the number on the screen. */
      readonly isUnproved?: true;
    }
  | { readonly kind: 'no-paper' }
  | { readonly kind: 'cover-open' }
  /** The cutter is jammed. */
  | { readonly kind: 'cutter' }
  | { readonly kind: 'fault'; readonly detail: string }
  | { readonly kind: 'absent'; readonly detail: string }
  /** It supports status and confirmation, and does not answer now. */
  | { readonly kind: 'silent' }
  /** It never answered: state and output are unknown. */
  | { readonly kind: 'mute'; readonly isUnproved?: true };

/** Whether paper output was never proven. */
export function isUnproved(status: PrinterStatus): boolean {
  return (status.kind === 'ready' || status.kind === 'mute') && status.isUnproved === true;
}

/** Where staff confirmed the test slip of a printer that cannot confirm. */
export type VouchedAt = 'panel' | 'back-office';

/** Confirmation by staff that paper came out. */
export interface Vouched {
  readonly from: VouchedAt;
  /** User id in the back office; empty for the operator panel, which only knows a PIN. */
  readonly by: string;
  /** ISO instant of the kiosk's clock. */
  readonly at: string;
}

/** Presenter event of a ticket. `taken`: by a person, or by the printer's own timer. */
export type TrayWord = 'presented' | 'taken' | 'retracted';

/** Reported and proven properties of a printer, stored on disk. */
export interface PrinterFacts {
  readonly maker: string;
  readonly model: string;
  /** Width of the print line in use. */
  readonly dots: number;
  /** The best confirmation so far; null if it never answered. */
  readonly confirms: Confirmation | null;
}

export interface Printer {
  status(): PrinterStatus;
  onStatus(listener: (status: PrinterStatus) => void): () => void;
  /** Reports presenter events of the last ticket; absent for printers without a presenter. */
  onTray?(listener: (word: TrayWord) => void): () => void;
  /** Null without a printer. */
  facts(): PrinterFacts | null;
  /**
   * Stores that staff saw the test slip. Resolves to false if the disk write failed: then it lasts until the program
   * ends.
   */
  vouch?(vouched: Vouched): Promise<boolean>;
  /** Printed paper in millimetres since the printer was opened; absent if not counted. */
  printedMm?(): number;
  /** Prints one ticket; never rejects; resolves within the deadline. Tickets print one after another. */
  print(ticket: PaperTicket): Promise<PrintOutcome>;
  /** @param why `program-ends`: no screen will show the result of the current ticket */
  close(why?: 'program-ends'): Promise<void>;
}
