/** Registry of the demos: one per visitor, limited in number and lifetime. */
import { randomBytes } from 'node:crypto';
import type { Clock, Log } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { largest } from '../../lib/lists.ts';
import { addressGroup, customerNetwork } from '../../lib/network.ts';
import { fail, ok, type Result } from '../../lib/result.ts';

/** A demo ends this long after the last accepted request, or after its lifetime. */
const IDLE_MS = 10 * 60_000;
const LIFETIME_MS = 30 * 60_000;
/** Limit of the whole server. Each takes about 45 MB, and its database at most 16 MB more. */
export const MAX_DEMOS = 10;
/** Limit per IPv4 address or IPv6 network (/64), also while other demos are free. */
export const MAX_DEMOS_OF_ADDRESS = 3;
/** Limit per visitor: a page loads some dozen files at once and sends few requests afterwards. */
const BURST_REQUESTS = 400;
const REQUESTS_PER_SECOND = 10;
export const MAX_OPEN_REQUESTS = 32;
/** Limit for data received from one visitor, over the whole lifetime. */
const MAX_RECEIVED_BYTES = 16 * 1024 * 1024;
const ID_BYTES = 16;

/** The server of one demo, with its dependencies. */
export interface DemoServer {
  /** Path of a Unix socket, or name of a pipe on Windows. */
  readonly socketPath: string;
  close(): Promise<void>;
}

/** Why a visitor must wait. */
export interface Refused {
  readonly reason: 'full' | 'address' | 'rate' | 'used-up';
  readonly retrySeconds: number;
}

export interface DemoHall {
  /** Value of the visitor's cookie. */
  readonly id: string;
  /** Rejects when the demo could not start. */
  readonly demo: Promise<DemoServer>;
  /** Counts a request, and keeps the demo alive. Call `done` when its connection has the response. */
  admit(): Result<{ done(): void }, Refused>;
  /** Counts bytes as they come in; false once they are too many. */
  receive(bytes: number): boolean;
}

export interface DemoHalls {
  /** The demo of a cookie; null if it is unknown or has ended. */
  find(id: string): DemoHall | null;
  /**
   * Starts a demo for a visitor at this address, which is forgotten with the demo. When all demos are in use, a network
   * with several gives one up, so that no network keeps others out.
   */
  open(address: string): Result<DemoHall, Refused>;
  /** Demos that run, start or stop. One that waits for the end of another is not counted. */
  count(): number;
  close(): Promise<void>;
}

export interface DemoHallsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the server of a demo. */
  readonly start: () => Promise<DemoServer>;
}

interface Entry extends DemoHall {
  readonly group: string;
  readonly network: string;
  /** Epoch milliseconds of the last accepted request. */
  usedAt(): number;
  /** Epoch milliseconds. */
  endsAt(): number;
  /** Never rejects. */
  end(): Promise<void>;
}

/** The least recently used demo of the network with most, if that network has two more than this one. */
function demoToGiveUp(demos: readonly Entry[], network: string): Entry | undefined {
  const counts = new Map<string, number>();
  for (const entry of demos) counts.set(entry.network, (counts.get(entry.network) ?? 0) + 1);
  const most = largest(counts.values());
  if (most < (counts.get(network) ?? 0) + 2) return undefined;
  return demos.filter((entry) => counts.get(entry.network) === most).sort((a, b) => a.usedAt() - b.usedAt())[0];
}

export function createDemoHalls({ clock, log, start }: DemoHallsOptions): DemoHalls {
  const halls = new Map<string, Entry>();
  const ending = new Set<Promise<void>>();
  /** Demos whose place a new one has taken. */
  const replaced = new Set<Promise<void>>();
  let isClosed = false;

  const count = (): number => halls.size + ending.size;
  const secondsUntil = (at: number): number => Math.max(1, Math.ceil((at - clock.now()) / 1000));
  /** Seconds until the first of these demos ends. */
  const nextEnd = (of: readonly Entry[]): number =>
    secondsUntil(of.reduce((first, entry) => Math.min(first, entry.endsAt()), clock.now() + IDLE_MS));

  /** @param of the demos that end in the same way */
  function end(entry: Entry, of: Set<Promise<void>>): Promise<void> {
    const stopping = entry.end();
    of.add(stopping);
    return stopping.finally(() => of.delete(stopping));
  }

  function create(address: string, before: Promise<void> | null): Entry {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const openedAt = clock.now();
    const demo = before === null ? start() : before.then(start);
    let usedAt = openedAt;
    let refilledAt = openedAt;
    let tokens = BURST_REQUESTS;
    let openRequests = 0;
    let receivedBytes = 0;
    let cancel = (): void => {};

    const endsAt = (): number => Math.min(usedAt + IDLE_MS, openedAt + LIFETIME_MS);
    function watch(): void {
      const ms = endsAt() - clock.now();
      if (ms <= 0) void end(entry, ending);
      else cancel = clock.after(ms, watch);
    }
    async function stop(): Promise<void> {
      try {
        await (await demo).close();
      } catch (error) {
        log.error('demo.shutdown-failed', { error: messageOf(error) });
      }
    }
    function admit(): ReturnType<DemoHall['admit']> {
      const now = clock.now();
      tokens = Math.min(BURST_REQUESTS, tokens + ((now - refilledAt) / 1000) * REQUESTS_PER_SECOND);
      refilledAt = now;
      if (receivedBytes >= MAX_RECEIVED_BYTES) return fail({ reason: 'used-up', retrySeconds: secondsUntil(endsAt()) });
      if (tokens < 1 || openRequests >= MAX_OPEN_REQUESTS) return fail({ reason: 'rate', retrySeconds: 1 });
      usedAt = now;
      tokens -= 1;
      openRequests += 1;
      let isOpen = true;
      return ok({
        done() {
          if (isOpen) openRequests -= 1;
          isOpen = false;
        },
      });
    }
    function receive(bytes: number): boolean {
      receivedBytes += bytes;
      return receivedBytes < MAX_RECEIVED_BYTES;
    }
    const entry: Entry = {
      id,
      group: addressGroup(address),
      network: customerNetwork(address),
      demo,
      admit,
      receive,
      usedAt: () => usedAt,
      endsAt,
      end() {
        cancel();
        halls.delete(id);
        return stop();
      },
    };
    demo.catch((error: unknown) => {
      log.error('demo.start-failed', { error: messageOf(error) });
      cancel();
      halls.delete(id);
    });
    watch();
    return entry;
  }

  return {
    find: (id) => halls.get(id) ?? null,
    open(address) {
      const all = [...halls.values()];
      const ofAddress = all.filter((entry) => entry.group === addressGroup(address));
      if (ofAddress.length >= MAX_DEMOS_OF_ADDRESS) {
        return fail({ reason: 'address', retrySeconds: nextEnd(ofAddress) });
      }
      const isFull = count() >= MAX_DEMOS;
      const givenUp = isFull ? demoToGiveUp(all, customerNetwork(address)) : undefined;
      if (isClosed || (isFull && givenUp === undefined)) return fail({ reason: 'full', retrySeconds: nextEnd(all) });
      const entry = create(address, givenUp === undefined ? null : end(givenUp, replaced));
      halls.set(entry.id, entry);
      return ok(entry);
    },
    count,
    async close() {
      isClosed = true;
      for (const entry of [...halls.values()]) void end(entry, ending);
      await Promise.all([...ending, ...replaced]);
    },
  };
}
