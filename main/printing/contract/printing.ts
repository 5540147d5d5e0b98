/**
 * Printed content, and the printer's status.
 *
 * The same shapes for every printer and every transport.
 */
import type { Result } from '../../lib/result.ts';
import type { LaidPart } from '../../site/contract/ticket-layout.ts';

/** A part in its place on the paper. */
export interface PaperPart extends LaidPart {
  /** Of part `text`: what the house says there. */
  readonly text: string;
}

/** A ticket ready to lay out: every text already in the visitor's language. Empty texts are left out on paper. */
/** What a kiosk hands over of a ticket that it gave by itself; stands in the journal, never on paper. */
export interface OfflineRecord {
  readonly holder: string;
  readonly service: string;
  readonly number: number;
  readonly lang: string;
  readonly priority: boolean;
}

/** The service and bare number of a ticket that the server gave. */
export interface IssuedNumber {
  readonly service: string;
  readonly number: number;
}

export interface PaperTicket {
  /** The ticket's id; names the print job in the journal. */
  readonly ticketId: string;
  /** The key by which the kiosk asked for it; stands in the journal, never on paper. */
  readonly intent?: string;
  readonly offline?: OfflineRecord;
  /** Absent for a ticket that the kiosk gave offline. It is in the journal, never on paper. */
  readonly issued?: IssuedNumber;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly siteName: string;
  /** PNG bytes, or null. */
  readonly logo: Uint8Array | null;
  readonly serviceName: string;
  /** As on every screen: tag and padded number, such as `A043`. */
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
  /** A reprint, marked as such on paper with this word; empty for the first print. */
  readonly copyText: string;
  /** That word, for a print that has to be made again while the first may be out all the same. */
  readonly copyWord?: string;
}

/**
 * How sure we are that the ticket is on paper, best first: the printer repeated a number when it had printed so far
 * (GS ( H); it answered a question that stood behind the ticket (GS r); it said afterwards that nothing is the matter;
 * nothing, because it never answered anything, or because the address says `confirm=none`.
 */
export type Confirmation = 'process-id' | 'status' | 'no-fault' | 'none';

/** `unconfirmed`: it was all handed over to a printer that can confirm and did not. */
export type PrintFaultReason = 'no-paper' | 'cover-open' | 'cutter' | 'fault' | 'absent' | 'timeout' | 'unconfirmed';

export interface PrintFault {
  readonly reason: PrintFaultReason;
  /** True when the ticket may be on paper all the same; then it is never printed again by itself. */
  readonly doubtful: boolean;
  /** For the log and the technician; names no person. */
  readonly detail: string;
}

export interface PrintDone {
  readonly confirmed: Confirmation;
  /** It bears the mark of a copy: an earlier print of it may be out, too. */
  readonly isCopy?: true;
  /** Nothing confirms it, and nothing ever proved that paper comes out at this address: its visitor keeps the number. */
  readonly isUnproved?: true;
}

export type PrintOutcome = Result<PrintDone, PrintFault>;

export type PrinterStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  /** `confirms` is false where nothing will tell whether a ticket came out. */
  | {
      readonly kind: 'ready';
      readonly paperLow: boolean;
      readonly confirms: boolean;
      /** Nothing will tell, and staff have not confirmed the test slip: visitors keep their numbers. */
      readonly isUnproved?: true;
    }
  | { readonly kind: 'no-paper' }
  | { readonly kind: 'cover-open' }
  /** Its knife is stuck. */
  | { readonly kind: 'cutter' }
  | { readonly kind: 'fault'; readonly detail: string }
  | { readonly kind: 'absent'; readonly detail: string }
  /** It could say how it is and confirm what it printed, and does not now. */
  | { readonly kind: 'silent' }
  /** It has never answered anything: nothing tells how it is, or whether a ticket came out. */
  | { readonly kind: 'mute'; readonly isUnproved?: true };

/** Nothing ever proved that paper comes out. */
export function isUnproved(status: PrinterStatus): boolean {
  return (status.kind === 'ready' || status.kind === 'mute') && status.isUnproved === true;
}

/** Where a member of staff confirmed that the test slip came out of a printer that cannot confirm it. */
export type VouchedAt = 'panel' | 'back-office';

/** That paper came out, as a member of staff saw it. */
export interface Vouched {
  readonly from: VouchedAt;
  /** Id of the user of the back office; empty at the panel, which knows only a PIN. */
  readonly by: string;
  /** ISO instant, by the kiosk's clock. */
  readonly at: string;
}

/** What became of a ticket in a presenter. `taken`: by a hand, or by the printer's own timer. */
export type TrayWord = 'presented' | 'taken' | 'retracted';

/** What a printer has told of itself, kept on disk. */
export interface PrinterFacts {
  readonly maker: string;
  readonly model: string;
  /** Width of the print line that is used. */
  readonly dots: number;
  /** The best way in which it has ever confirmed; null when it never answered anything. */
  readonly confirms: Confirmation | null;
}

export interface Printer {
  status(): PrinterStatus;
  onStatus(listener: (status: PrinterStatus) => void): () => void;
  /** What becomes of the last ticket in a presenter; left out by printers that have none. */
  onTray?(listener: (word: TrayWord) => void): () => void;
  /** Null for no printer. */
  facts(): PrinterFacts | null;
  /** Staff saw the test slip come out. Resolves to false when the disk does not keep it: then it lasts as long as the program. */
  vouch?(vouched: Vouched): Promise<boolean>;
  /** Millimetres of paper that it has printed since it was opened; left out where nobody counts. */
  printedMm?(): number;
  /** Prints one ticket; never rejects; answers within the deadline. Tickets print one after another. */
  print(ticket: PaperTicket): Promise<PrintOutcome>;
  /** @param why `program-ends`: no screen shows any more what becomes of a ticket that is under way */
  close(why?: 'program-ends'): Promise<void>;
}
