/**
 * The state of a server between the request to end and its end.
 *
 * A load balancer needs a moment to pass a server by. Until then the server answers as ever, ends each connection with
 * its answer, answers `/readyz` with 503, and closes WebSockets one by one.
 */
import type { WebSocket } from 'ws';
import type { Clock } from '../../context.ts';
import { EVENTS_CLOSE } from '../../contract/events.ts';

/** Listeners have gone before the time is over, so that they have found another server before this one ends. */
const LISTENERS_GO_WITHIN = 0.8;

export interface Drain {
  isOn(): boolean;
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

  function closeOneByOne(ms: number): void {
    const open = closed.flatMap((each) => [...each]);
    open.forEach((webSocket, index) => {
      clock.after((ms * LISTENERS_GO_WITHIN * index) / open.length, () =>
        webSocket.close(EVENTS_CLOSE.goingAway, 'the server ends'),
      );
    });
  }

  return {
    isOn: () => on,
    begin(ms) {
      if (!on) {
        on = true;
        if (ms > 0) closeOneByOne(ms);
        clock.after(ms, over.resolve);
      }
      return over.promise;
    },
    hurry: () => over.resolve(),
    closes: (webSockets) => void closed.push(webSockets),
  };
}
