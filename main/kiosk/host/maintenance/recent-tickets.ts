/**
 * Last printed tickets, kept for reprints.
 *
 * In memory only. A third-party server can print personal data, and the kiosk never learns of its erasure. Therefore
 * such texts are deleted early, and a reprint omits them.
 */
import type { Clock } from '../../../lib/context.ts';
import type { PaperTicket } from '../../../printing/contract/printing.ts';

/** Ticket entry for staff. */
export interface RecentTicket {
  readonly ticketId: string;
  /** Ticket number, `A043`. */
  readonly number: string;
  readonly serviceName: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface PrintedPapers {
  /** @param isPersonal the server's texts can contain personal data */
  keep(paper: PaperTicket, isPersonal?: boolean): void;
  /** Newest first. */
  list(): readonly RecentTicket[];
  /** @param wanted its number or id; empty: the last one. Null when it is no longer kept */
  find(wanted: string): PaperTicket | null;
}

const MOST = 50;
/** A working day. */
const KEPT_MS = 12 * 3_600_000;
/** Long enough to fix a paper jam or replace paper; servers erase no data that soon. */
const PERSONAL_MS = 15 * 60_000;

interface Kept {
  readonly paper: PaperTicket;
  readonly at: number;
  readonly isPersonal: boolean;
}

/** Keeps the organisation's texts, the number and the time. */
function impersonal({ paper, at }: Kept): Kept {
  const nothing = { priorityText: '', peopleText: '', waitText: '', extraText: '', footerText: '' };
  return { paper: { ...paper, ...nothing }, at, isPersonal: false };
}

export function createPrintedPapers(clock: Pick<Clock, 'now'>): PrintedPapers {
  let kept: readonly Kept[] = [];

  function current(): typeof kept {
    const now = clock.now();
    kept = kept
      .filter(({ at }) => at > now - KEPT_MS)
      .map((each) => (each.isPersonal && each.at <= now - PERSONAL_MS ? impersonal(each) : each));
    return kept;
  }

  return {
    keep(paper, isPersonal = false) {
      const others = current().filter((each) => each.paper.ticketId !== paper.ticketId);
      kept = [{ paper, at: clock.now(), isPersonal }, ...others].slice(0, MOST);
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
