/**
 * Interface between the back office and the ticket preview.
 *
 * A ticket that was never issued, as a printer would print it.
 */

import type { Result } from '../../lib/result.ts';
import type { CreateTicketAnswer } from '../../queue/contract/rest/queue-answers.ts';
import type { PaperPart } from './printing.ts';

export interface PaperOrder {
  /** What a kiosk would have been answered. */
  readonly answer: CreateTicketAnswer;
  /** Address of the page that follows the ticket; null where there is none. */
  readonly page: string | null;
  readonly priority: boolean;
  /** In the language of the ticket. */
  readonly siteName: string;
  readonly serviceName: string;
  readonly numberWidth: number;
  /** With its texts in the language of the ticket; none: the usual. */
  readonly layout: readonly PaperPart[];
  /** A `data:` URL of a PNG; empty for none. */
  readonly logo: string;
  /** Printer URL of a kiosk, for its widths and code page; empty for a usual printer. */
  readonly printer: string;
  /** Stand above those of the printer; null leaves them. */
  readonly dots: number | null;
  readonly columns: number | null;
}

export interface DrawnPaper {
  /** The paper with a margin around it. */
  readonly png: Uint8Array;
  /** Width of the print line. */
  readonly dots: number;
  readonly columns: number;
  /** Length of the paper in millimetres. */
  readonly lengthMm: number;
  /** What stands on it in the printer's own letters, line by line; what is drawn is not among it. */
  readonly text: string;
  /** Something was left out, because the paper would have become too long. */
  readonly isShortened: boolean;
}

export type DrawFault =
  /** One line: what is wrong with the printer that was asked for. */
  | { readonly kind: 'printer'; readonly detail: string }
  /** Too many others wait, or nobody does any more. */
  | { readonly kind: 'busy' };

/** `isGone` says when nobody wants the picture any more; then it is not drawn. */
export type DrawPaper = (order: PaperOrder, isGone?: () => boolean) => Promise<Result<DrawnPaper, DrawFault>>;
