/**
 * Writes what happens at a location to everyone who listens. Each client gets all that is new in one write; between
 * some clients and the next, other work of the process has its turn; who reads too slowly is cut off.
 *
 * A write costs much more than what is written. There are few of the staff and many displays, so staff is told
 * everything at once, and the public of calls at once, and of the rest a moment later in one write.
 */
import type { Socket } from 'node:net';
import type { Audience } from '../../access/service/audience.ts';
import { PING_FRAME } from '../../rest/frame.ts';

export interface FanOutClient {
  readonly audience: Audience;
  /** The connection below the WebSocket, to which ready frames are written. */
  readonly socket: Pick<Socket, 'write' | 'writableLength' | 'writable'>;
  /** The last change that it was sent. */
  seq: number;
  /** Bytes of the largest thing that it was sent at once. */
  largest: number;
  /** A sign of life is about to go to it. Gives whether it is pinged as well. */
  beat(): boolean;
  /** Ends the connection at once: it reads too slowly. */
  cutOff(): void;
}

/** What there is to tell. */
export interface ChangeSource {
  /** The last change that there is. */
  seq(): number;
  /** Frames of the changes after `from` up to `to`, or null where they are not kept any more. */
  changes(from: number, to: number, audience: Audience): Buffer | null;
  /** What brings a client up to date that comes back with this number; null where that cannot be said any more. */
  missed(since: number, audience: Audience): Buffer | null;
  /** The whole state as of `seq()`. */
  state(audience: Audience): Buffer;
  alive(): Buffer;
}

export interface FanOut {
  readonly size: number;
  /** Sends the state, or with `since` what was missed, and from then on whatever happens. */
  add(client: FanOutClient, since: number | null): void;
  remove(client: FanOutClient): void;
  /** There is something new. `urgent`: the public waits for it. */
  wake(urgent: boolean): void;
  /** Everybody gets the whole state, behind what there is to tell. */
  renew(): void;
  /** A sign of life is due. */
  beat(): void;
}

/** A millisecond or two of work. */
const SLICE = 100;
/** How long the public waits for what is not urgent. */
const PATIENCE_MS = 50;
/** A client with more than this on its way to it, beside the largest single thing it was sent, is cut off. */
const MAX_UNREAD_BYTES = 256 * 1024;

export function createFanOut(told: ChangeSource): FanOut {
  const staff = new Set<FanOutClient>();
  const visitors = new Set<FanOutClient>();
  const toRenew = new Set<FanOutClient>();
  let running = false;
  let beatDue = false;
  let visitorsDue = false;
  let patience: ReturnType<typeof setTimeout> | null = null;
  /** The last change of which the staff was told. */
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
    // A state is large, and whoever is on a slow line has to be given the time to read it.
    client.largest = Math.max(client.largest, bytes.length);
    socket.write(bytes);
  }

  function sendState(client: FanOutClient): void {
    write(client, told.state(client.audience));
    client.seq = told.seq();
  }

  /** Nothing is left out: who hears of a call only from a state does not announce it. */
  function renewOne(client: FanOutClient): void {
    const news = told.changes(client.seq, told.seq(), client.audience);
    if (news !== null && news.length > 0) write(client, news);
    sendState(client);
  }

  /** All that an audience has not heard up to a change, made once for everyone who needs the same. */
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
      // Says that this was all, and what time it is here.
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
