/**
 * Drain state of a server before its end.
 *
 * A load balancer needs a moment to remove a server. Until then the server answers as usual, closes each connection
 * after its response, answers `/readyz` with 503, and closes WebSockets one by one. A server that is older than its
 * database does the same, and then rejects operations until it is stopped.
 */
import type { WebSocket } from 'ws';
import { EVENTS_CLOSE } from '../../events/contract/events-line.ts';
import type { Clock } from '../../lib/context.ts';

/** WebSocket clients are closed before the drain ends, so that they find another server in time. */
const LISTENERS_GO_WITHIN = 0.8;

export interface Drain {
  isOn(): boolean;
  /** Drains for a time, then rejects operations: a newer version changes the database. The process keeps running. */
  beginRefusing(ms: number): void;
  isRefusing(): boolean;
  /** Whether it drains because of a newer version. */
  isOutdated(): boolean;
  /** Resolves after the time, or on `hurry`. */
  begin(ms: number): Promise<void>;
  /** Ends the wait, on a second stop signal. */
  hurry(): void;
  /** WebSockets to close while draining. */
  closes(webSockets: ReadonlySet<WebSocket>): void;
}

export function createDrain(clock: Clock): Drain {
  const over = Promise.withResolvers<void>();
  const closed: ReadonlySet<WebSocket>[] = [];
  let on = false;
  let outdated = false;
  let refusing = false;

  function closeOneByOne(ms: number): void {
    const open = closed.flatMap((each) => [...each]);
    open.forEach((webSocket, index) => {
      clock.after((ms * LISTENERS_GO_WITHIN * index) / open.length, () =>
        webSocket.close(EVENTS_CLOSE.goingAway, 'server is stopping'),
      );
    });
  }

  function start(ms: number): void {
    if (on) return;
    on = true;
    if (ms > 0 || outdated) closeOneByOne(ms);
    clock.after(ms, over.resolve);
  }

  return {
    isOn: () => on,
    begin(ms) {
      start(ms);
      return over.promise;
    },
    beginRefusing(ms) {
      outdated = true;
      start(ms);
      clock.after(ms, () => {
        refusing = true;
      });
    },
    isRefusing: () => refusing,
    isOutdated: () => outdated,
    hurry: () => over.resolve(),
    closes: (webSockets) => void closed.push(webSockets),
  };
}
