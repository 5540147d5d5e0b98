/**
 * Liveness of the page behind a connection.
 *
 * A browser answers pings for a page that hangs, so one that has said that it runs is asked for its own word with each
 * sign of life that goes to it, and pinged only while it owes that; an older page is pinged alone.
 */
export interface PageLife {
  /** A sign of life is about to go to it. Gives whether it is pinged as well. */
  beat(): boolean;
  /** A message has come. @param runs it says that its page runs, as it will go on to do */
  heard(runs: boolean): void;
  pong(): void;
  /** Its page has said that it runs, and does not say so any more: it may hang. */
  isSilent(): boolean;
  /** Nobody answers at its end. */
  isGone(): boolean;
}

/** @param most signs of life that may stay without a word of the page, and pings without an answer */
export function pageLife(most: { readonly unsaid: number; readonly unanswered: number }): PageLife {
  /** Signs of life since the page said last that it runs; null: it has never said so. */
  let unsaid: number | null = null;
  let unanswered = 0;
  const isSilent = (): boolean => unsaid !== null && unsaid >= most.unsaid;
  return {
    beat() {
      const isPinged = unsaid === null || isSilent();
      if (isPinged) unanswered += 1;
      if (unsaid !== null) unsaid += 1;
      return isPinged;
    },
    heard(runs) {
      if (runs || unsaid !== null) unsaid = 0;
      unanswered = 0;
    },
    pong() {
      unanswered = 0;
    },
    isSilent,
    isGone: () => unanswered >= most.unanswered,
  };
}
