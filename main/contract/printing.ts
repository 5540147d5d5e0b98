/**
 * What goes onto paper, and what a printer says of itself. The same shapes for every printer and every transport.
 */
import type { Result } from './result.ts';
import type { LaidPart } from './ticket-layout.ts';

/** A part in its place on the paper. */
export interface PaperPart extends LaidPart {
  /** Of part `text`: what the house says there. */
  readonly text: string;
}

/** A ticket ready to lay out: every text already in the visitor's language. Empty texts are left out on paper. */
export interface PaperTicket {
  /** The ticket's id; names the print job in the journal. */
  readonly ticketId: string;
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
  /** What is printed, in the order of the paper; empty: the usual. */
  readonly layout: readonly PaperPart[];
  /** A reprint, marked as such on paper with this word; empty for the first print. */
  readonly copyText: string;
}

/** How sure we are that the ticket is on paper. */
export type Confirmation = 'process-id' | 'status' | 'none';

export type PrintFaultReason = 'no-paper' | 'cover-open' | 'cutter' | 'fault' | 'absent' | 'timeout';

export interface PrintFault {
  readonly reason: PrintFaultReason;
  /** True when the ticket may be on paper all the same; then it is never printed again by itself. */
  readonly doubtful: boolean;
  /** For the log and the technician; names no person. */
  readonly detail: string;
}

export type PrintOutcome = Result<{ readonly confirmed: Confirmation }, PrintFault>;

export type PrinterStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly paperLow: boolean }
  | { readonly kind: 'no-paper' }
  | { readonly kind: 'cover-open' }
  | { readonly kind: 'fault'; readonly detail: string }
  | { readonly kind: 'absent'; readonly detail: string }
  /** The link is open, but this printer does not say how it is. */
  | { readonly kind: 'silent' };

export interface Printer {
  status(): PrinterStatus;
  onStatus(listener: (status: PrinterStatus) => void): () => void;
  /** Prints one ticket; never rejects; answers within the deadline. Tickets print one after another. */
  print(ticket: PaperTicket): Promise<PrintOutcome>;
  close(): Promise<void>;
}
