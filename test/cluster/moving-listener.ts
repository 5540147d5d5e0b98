/** Somebody who listens to a location at whatever server is there, goes on at another with `since`, and misses nothing. */
import { WebSocket } from 'ws';
import type { EventMessage } from '../../main/events/contract/events.ts';
import type { ServerGroup } from './server-group.ts';

export interface MovingListener {
  /** Each change that was heard, once, by its number: `ticket.called 01a1…`. */
  readonly heard: ReadonlyMap<number, string>;
  /** What must not be: a gap, a number twice with different words, a whole state instead of what was missed. */
  readonly faults: readonly string[];
  readonly moves: number;
  close(): void;
}

const TRY_AGAIN_MS = 20;

/** Resolves with its first state. */
export async function openMovingListener(
  servers: ServerGroup,
  location: string,
  first: number,
): Promise<MovingListener> {
  const heard = new Map<number, string>();
  const faults: string[] = [];
  let last: number | null = null;
  let moves = -1;
  let closed = false;
  let socket: WebSocket | null = null;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  function take(message: EventMessage): void {
    const { type, seq } = message;
    begin();
    if (last === null) {
      last = seq;
      return;
    }
    if (type === 'state' || type === 'alive') {
      // What everything is now may come at any time, and stands for nothing that was missed.
      if (seq > last) faults.push(`${type} with ${seq} after ${last}`);
      last = Math.max(last, seq);
      return;
    }
    const what = 'ticket' in message ? `${type} ${message.ticket.ticket_id}` : type;
    if (seq <= last) {
      if (heard.get(seq) !== what) faults.push(`${what} instead of ${heard.get(seq)} with ${seq}`);
      return;
    }
    if (seq !== last + 1) faults.push(`${what} with ${seq} after ${last}`);
    heard.set(seq, what);
    last = seq;
  }

  function open(): void {
    if (closed) return;
    const [address] = servers.doors(first + moves + 1);
    if (address === undefined) {
      setTimeout(open, TRY_AGAIN_MS);
      return;
    }
    moves += 1;
    const since = last === null ? '' : `&since=${last}`;
    const mine = new WebSocket(`${address.replace('http', 'ws')}/restapi/v2/events?location=${location}${since}`);
    socket = mine;
    mine.on('message', (data) => take(JSON.parse(String(data)) as EventMessage));
    mine.on('error', () => undefined);
    mine.on('close', () => setTimeout(open, TRY_AGAIN_MS));
  }

  open();
  await begun;
  return {
    heard,
    faults,
    get moves() {
      return moves;
    },
    close() {
      closed = true;
      socket?.terminate();
    },
  };
}
