/**
 * The state of a server between the request to end and its end.
 *
 * A load balancer needs a moment to pass a server by. Until then the server answers as ever, ends each connection with
 * its answer, answers `/readyz` with 503, and closes WebSockets one by one. A server that is older than its database does the
 * same, and then refuses operations until a person ends it.
 */
import type { WebSocket } from 'ws';
import { EVENTS_CLOSE } from '../../events/contract/events-line.ts';
import type { Clock } from '../../lib/context.ts';

/** Listeners have gone before the time is over, so that they have found another server before this one ends. */
const LISTENERS_GO_WITHIN = 0.8;

export interface Drain {
  isOn(): boolean;
  /** Drains for so long, then refuses operations: a newer program changes the database. The process goes on. */
  beginRefusing(ms: number): void;
  isRefusing(): boolean;
  /** Whether a newer program is why it drains. */
  isOutdated(): boolean;
  /** Settles when the time is over, or `hurry` was called. */
  begin(ms: number): Promise<void>;
  /** Ends the wait: a person asks a second time. */
  hurry(): void;
  /** Whose WebSockets are closed while it drains. */
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
        webSocket.close(EVENTS_CLOSE.goingAway, 'the server ends'),
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
