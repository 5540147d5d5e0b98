/**
 * The kiosk of this program, whichever it is at the moment: a house that begins empty gets its first one while its window is open,
 * and so does a kiosk that is paired with its server.
 */
import type { KioskHost } from '../kiosk/host/kiosk-host.ts';

/** @param onChange tells when `now` may give another one; returns how to stop. */
export function presentKiosk(now: () => KioskHost, onChange: (listener: () => void) => () => void): KioskHost {
  /** Attaches to the kiosk of now, and to the next one in its place. */
  function across(attach: (host: KioskHost) => () => void): () => void {
    let host = now();
    let detach = attach(host);
    const stop = onChange(() => {
      const next = now();
      if (next === host) return;
      detach();
      host = next;
      detach = attach(next);
    });
    return () => {
      stop();
      detach();
    };
  }
  return {
    call: (name, input) => now().call(name, input),
    subscribe: (listener, page) => across((host) => host.subscribe(listener, page)),
    onReport: (listener) => across((host) => host.onReport(listener)),
    onAsked: (listener) => across((host) => host.onAsked(listener)),
    timeZone: () => now().timeZone(),
    get care() {
      return now().care;
    },
    take: (actions) => now().take(actions),
    takenAlong: (ticketId) => now().takenAlong(ticketId),
    hearClock: (secondsOff) => now().hearClock(secondsOff),
    hearClockJump: (seconds) => now().hearClockJump(seconds),
    close: () => now().close(),
  };
}
