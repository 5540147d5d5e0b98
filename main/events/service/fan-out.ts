/**
 * Sends the changes of a location to all subscribers.
 *
 * Each client gets all new changes in one write, because a write costs more than its content. Other work of the process
 * runs between batches of clients. Slow readers are disconnected. Staff get every change at once. The public, which has
 * many displays, gets calls at once and other changes shortly afterwards in one write.
 */
import type { Socket } from 'node:net';
import type { Audience } from '../../access/service/audience.ts';
import { PING_FRAME } from '../../rest/frame.ts';

export interface FanOutClient {
  readonly audience: Audience;
  /** The connection below the WebSocket, for prepared frames. */
  readonly socket: Pick<Socket, 'write' | 'writableLength' | 'writable'>;
  /** Sequence number of the last change sent. */
  seq: number;
  /** Bytes of the largest single write. */
  largest: number;
  /** Call before each keepalive. Returns whether to ping as well. */
  beat(): boolean;
  /** Disconnects a slow reader at once. */
  cutOff(): void;
}

/** Source of the data to send. */
export interface ChangeSource {
  /** Sequence number of the last change. */
  seq(): number;
  /** Frames of the changes after `from` up to `to`; null where they are no longer kept. */
  changes(from: number, to: number, audience: Audience): Buffer | null;
  /** Data for a client that reconnects with this number; null where it needs the full state. */
  missed(since: number, audience: Audience): Buffer | null;
  /** The full state as of `seq()`. */
  state(audience: Audience): Buffer;
  alive(): Buffer;
}

export interface FanOut {
  readonly size: number;
  /** Sends the state, or the missed changes after `since`, and all later changes. */
  add(client: FanOutClient, since: number | null): void;
  remove(client: FanOutClient): void;
  /** There are new changes. `urgent`: send them to the public at once. */
  wake(urgent: boolean): void;
  /** Sends pending changes and then the full state to all clients. */
  renew(): void;
  /** Sends the keepalive. */
  beat(): void;
}

/** Clients per batch: one or two milliseconds of work. */
const SLICE = 100;
/** Delay of changes that are not urgent for the public. */
const PATIENCE_MS = 50;
/** Limit of unsent bytes, besides the largest single write; above it a client is disconnected. */
const MAX_UNREAD_BYTES = 256 * 1024;

export function createFanOut(told: ChangeSource): FanOut {
  const staff = new Set<FanOutClient>();
  const visitors = new Set<FanOutClient>();
  const toRenew = new Set<FanOutClient>();
  let running = false;
  let beatDue = false;
  let visitorsDue = false;
  let patience: ReturnType<typeof setTimeout> | null = null;
  /** Last change sent to staff. */
  let sent = told.seq();

  const groupOf = ({ audience }: FanOutClient): Set<FanOutClient> => (audience === 'public' ? visitors : staff);

  function write(client: FanOutClient, bytes: Buffer): void {
    const { socket } = client;
    if (!socket.writable) return;
    if (socket.writableLength > MAX_UNREAD_BYTES + client.largest) {
      groupOf(client).delete(client);
      client.cutOff();
      return;
    }
    // A state is large, and a slow connection needs time to receive it.
    client.largest = Math.max(client.largest, bytes.length);
    socket.write(bytes);
  }

  function sendState(client: FanOutClient): void {
    write(client, told.state(client.audience));
    client.seq = told.seq();
  }

  /** Sends pending changes first, because clients announce calls from changes only, not from a state. */
  function renewOne(client: FanOutClient): void {
    const news = told.changes(client.seq, told.seq(), client.audience);
    if (news !== null && news.length > 0) write(client, news);
    sendState(client);
  }

  /** Frames up to a change, created once for all clients that need the same. */
  function newsUpTo(to: number): (client: FanOutClient) => Buffer | null {
    const made = new Map<string, Buffer | null>();
    return ({ audience, seq }) => {
      const key = `${audience} ${seq}`;
      let known = made.get(key);
      if (known === undefined) {
        known = told.changes(seq, to, audience);
        made.set(key, known);
      }
      return known;
    };
  }

  function begin(): void {
    const beat = beatDue ? told.alive() : null;
    const beatAndPing = beat === null ? null : Buffer.concat([beat, PING_FRAME]);
    const list = visitorsDue || beatDue ? [...staff, ...visitors] : [...staff];
    if (visitorsDue && patience !== null) {
      clearTimeout(patience);
      patience = null;
    }
    beatDue = false;
    visitorsDue = false;
    sent = told.seq();
    const to = sent;
    const newsFor = newsUpTo(to);
    let next = 0;

    function serve(client: FanOutClient): void {
      if (!groupOf(client).has(client)) return;
      if (client.seq < to) {
        const news = newsFor(client);
        if (news === null) sendState(client);
        else {
          write(client, news);
          client.seq = to;
        }
      }
      if (toRenew.delete(client)) renewOne(client);
      if (beat !== null && beatAndPing !== null) write(client, client.beat() ? beatAndPing : beat);
    }

    function step(): void {
      for (const end = Math.min(next + SLICE, list.length); next < end; next += 1) {
        const client = list[next];
        if (client !== undefined) serve(client);
      }
      if (next < list.length) setImmediate(step);
      else if (beatDue || visitorsDue || sent !== told.seq()) setImmediate(begin);
      else running = false;
    }

    step();
  }

  function start(): void {
    if (running) return;
    running = true;
    setImmediate(begin);
  }

  function wakeVisitors(): void {
    patience = null;
    visitorsDue = true;
    start();
  }

  function wake(urgent: boolean): void {
    if (urgent) visitorsDue = true;
    else if (patience === null) {
      patience = setTimeout(wakeVisitors, PATIENCE_MS);
      patience.unref();
    }
    start();
  }

  return {
    get size() {
      return staff.size + visitors.size;
    },
    add(client, since) {
      groupOf(client).add(client);
      const to = told.seq();
      const missed = since === null ? null : told.missed(since, client.audience);
      client.seq = to;
      if (missed === null) sendState(client);
      else if (missed.length > 0) write(client, missed);
      // Ends the update with the server's time.
      write(client, told.alive());
    },
    remove(client) {
      groupOf(client).delete(client);
      toRenew.delete(client);
    },
    wake,
    renew() {
      for (const client of [...staff, ...visitors]) toRenew.add(client);
      wake(true);
    },
    beat() {
      beatDue = true;
      start();
    },
  };
}
