/**
 * The last tickets that went to this kiosk's printer, so that one can be printed once more. In memory alone: a ticket may bear
 * what the house prints of its visitor, and that stays on no disk of a kiosk.
 */
import type { Clock } from '../../context.ts';
import type { PaperTicket } from '../../contract/printing.ts';

/** A ticket as staff find it again. */
export interface PrintedTicket {
  readonly ticketId: string;
  /** As on paper, `A043`. */
  readonly number: string;
  readonly serviceName: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface PrintedPapers {
  keep(paper: PaperTicket): void;
  /** Newest first. */
  list(): readonly PrintedTicket[];
  /** @param wanted its number as on paper, or its id; empty: the last one. Null when it is not known here any more. */
  find(wanted: string): PaperTicket | null;
}

const MOST = 50;
/** A day of work. */
const KEPT_MS = 12 * 3_600_000;

export function createPrintedPapers(clock: Pick<Clock, 'now'>): PrintedPapers {
  let kept: { readonly paper: PaperTicket; readonly at: number }[] = [];

  function current(): typeof kept {
    kept = kept.filter(({ at }) => at > clock.now() - KEPT_MS);
    return kept;
  }

  return {
    keep(paper) {
      const others = current().filter((each) => each.paper.ticketId !== paper.ticketId);
      kept = [{ paper, at: clock.now() }, ...others].slice(0, MOST);
    },
    list: () =>
      current().map(({ paper: { ticketId, number, serviceName }, at }) => ({ ticketId, number, serviceName, at })),
    find(wanted) {
      const text = wanted.trim().toLowerCase();
      const found = current().find(
        ({ paper }) => text === '' || paper.ticketId.toLowerCase() === text || paper.number.toLowerCase() === text,
      );
      return found?.paper ?? null;
    },
  };
}
