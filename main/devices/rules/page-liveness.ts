/**
 * Liveness of the page behind a connection.
 *
 * A browser answers pings even when its page hangs. So a page that sends heartbeats must answer each keepalive itself,
 * and is pinged only while its answer is missing; an older page is only pinged.
 */
export interface PageLife {
  /** Call before each keepalive. Returns whether to ping as well. */
  beat(): boolean;
  /** A message has arrived. @param runs whether it is a heartbeat of the page, which will send more */
  heard(runs: boolean): void;
  pong(): void;
  /** The page has sent heartbeats before but none lately: it possibly hangs. */
  isSilent(): boolean;
  /** The connection is dead. */
  isGone(): boolean;
}

/** @param most maximum keepalives without a heartbeat of the page, and pings without an answer */
export function pageLife(most: { readonly unsaid: number; readonly unanswered: number }): PageLife {
  /** Keepalives since the page's last heartbeat; null: it never sent one. */
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
