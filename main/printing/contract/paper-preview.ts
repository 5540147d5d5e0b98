/**
 * Interface between the back office and the ticket preview.
 *
 * A preview shows a ticket that was never issued, as a printer would print it.
 */

import type { Result } from '../../lib/result.ts';
import type { CreateTicketAnswer } from '../../queue/contract/rest/queue-answers.ts';
import type { PaperPart } from './printing.ts';

export interface PaperOrder {
  /** Response that a kiosk would get. */
  readonly answer: CreateTicketAnswer;
  /** URL of the ticket's web page; null if there is none. */
  readonly page: string | null;
  readonly priority: boolean;
  /** In the language of the ticket. */
  readonly siteName: string;
  readonly serviceName: string;
  readonly numberWidth: number;
  /** Layout with texts in the language of the ticket; empty: default layout. */
  readonly layout: readonly PaperPart[];
  /** A `data:` URL of a PNG; empty for none. */
  readonly logo: string;
  /** Printer URL of a kiosk, for its widths and code page; empty for a default printer. */
  readonly printer: string;
  /** Overrides the printer's width; null keeps it. */
  readonly dots: number | null;
  readonly columns: number | null;
}

export interface DrawnPaper {
  /** PNG of the paper with a margin. */
  readonly png: Uint8Array;
  /** Width of the print line. */
  readonly dots: number;
  readonly columns: number;
  /** Length of the paper in millimetres. */
  readonly lengthMm: number;
  /** Text in the printer's fonts, line by line; without drawn text. */
  readonly text: string;
  /** Some content was omitted to limit the paper length. */
  readonly isShortened: boolean;
}

export type DrawFault =
  /** One-line error in the requested printer URL. */
  | { readonly kind: 'printer'; readonly detail: string }
  /** Too many requests wait, or the client has disconnected. */
  | { readonly kind: 'busy' };

/** `isGone` returns true when the client has disconnected; then the picture is not drawn. */
export type DrawPaper = (order: PaperOrder, isGone?: () => boolean) => Promise<Result<DrawnPaper, DrawFault>>;
