/**
 * Subscribed location: listeners, position, catch-up.
 */
import type { Log } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { ChangesListener, NumberedChange } from '../../queue/operations/location-changes.ts';
import type { KeptChanges } from './change-store.ts';

export interface LocationTrack {
  /** Number of the last delivered change; null until the start is known. */
  readonly last: number | null;
  /**
   * @returns resolves with the number after which the listener receives everything. If that fails, the listener gets
   * null once it can be known.
   */
  add(listener: ChangesListener): Promise<number>;
  remove(listener: ChangesListener): void;
  /** The location has reached this number. */
  hear(number: number): void;
  committed(changes: readonly NumberedChange[]): void;
  /** Retries to determine the start. */
  tryAgain(): void;
  /** A gap that cannot be filled: all listeners must start again. */
  lose(): void;
  close(): void;
}

export interface LocationTrackOptions {
  readonly locationId: string;
  readonly kept: Pick<KeptChanges, 'numberOf' | 'after'>;
  readonly log: Log;
  readonly onEvents: (events: readonly QueueEvent[]) => void;
  /** The track is lost, or has no listeners. Called before the listeners, so that they can subscribe again. */
  readonly onEnd: () => void;
}

/**
 * Delivery of a location's changes in the order of their numbers.
 *
 * A change of this server is delivered at once if no earlier one is missing; otherwise it waits until the missing ones
 * have been read.
 */
export interface ChangeOrder {
  /** Number of the last delivered change; null until the start is known. */
  readonly last: number | null;
  /** Whether known changes are not delivered yet. */
  readonly isBehind: boolean;
  beginAt(number: number): void;
  /** Reports that a change exists. Returns whether it must be read. */
  hear(number: number): boolean;
  /** Changes by this server, in order. Returns whether earlier changes must be read first. */
  committed(changes: readonly NumberedChange[]): boolean;
  /** Changes read after the last one; false if they do not continue it. */
  read(changes: readonly NumberedChange[]): boolean;
  /** Delivers events of this server in any case, even without listeners for the missing changes before them. */
  tellOwn(): void;
}

interface ChangeOrderOptions {
  /** Receives all changes, each once, without gaps. */
  readonly onChanges: (changes: readonly NumberedChange[]) => void;
  /** Receives each event once; this server's events in any case. */
  readonly onEvents: (events: readonly QueueEvent[]) => void;
}

export function createChangeOrder({ onChanges, onEvents }: ChangeOrderOptions): ChangeOrder {
  let last: number | null = null;
  let heard = 0;
  /** Changes whose events were delivered before the start was known. */
  const toldBefore = new Set<number>();
  /** Changes by this server that could not be delivered yet. */
  let own: readonly NumberedChange[] = [];

  function tell(changes: readonly NumberedChange[]): void {
    const end = changes.at(-1)?.number;
    if (end === undefined) return;
    last = end;
    own = own.filter(({ number }) => number > end);
    onChanges(changes);
    const events = eventsOf(changes.filter(({ number }) => !toldBefore.delete(number)));
    if (events.length > 0) onEvents(events);
  }

  function hear(number: number): boolean {
    heard = Math.max(heard, number);
    return last !== null && number > last;
  }

  return {
    get last() {
      return last;
    },
    get isBehind() {
      return last !== null && heard > last;
    },
    beginAt(number) {
      last = number;
      for (const told of toldBefore) if (told <= number) toldBefore.delete(told);
    },
    hear,
    committed(changes) {
      const [first] = changes;
      const end = changes.at(-1)?.number;
      if (first === undefined || end === undefined) return false;
      if (last === null) {
        for (const { number } of changes) toldBefore.add(number);
        hear(end);
        onEvents(eventsOf(changes));
        return false;
      }
      if (first.number === last + 1) {
        tell(changes);
        return false;
      }
      if (end > last) own = [...own, ...changes];
      return hear(end);
    },
    read(changes) {
      const before = last ?? 0;
      // This server's changes may have been delivered during the read.
      const fresh = changes.filter(({ number }) => number > before);
      if (changes.length === 0 || (fresh[0]?.number ?? before + 1) !== before + 1) return false;
      tell(fresh);
      return true;
    },
    tellOwn() {
      const events = eventsOf(own);
      if (events.length > 0) onEvents(events);
    },
  };
}

export function eventsOf(changes: readonly NumberedChange[]): readonly QueueEvent[] {
  return changes.flatMap(({ change }) => (change.kind === 'event' ? [change.event] : []));
}

export function openLocationTrack({ locationId, kept, log, onEvents, onEnd }: LocationTrackOptions): LocationTrack {
  const listeners = new Set<ChangesListener>();
  const order = createChangeOrder({ onChanges: tell, onEvents });
  let hasFailed = false;
  let isReading = false;
  let isOver = false;
  let begun = tryToBegin();

  function tryToBegin(): Promise<number> {
    const refused = [...listeners];
    const trying = begin();
    trying.then(
      () => settle(refused),
      () => undefined,
    );
    return trying;
  }

  /** Listeners whose start failed before must start again: nothing else tells them that they are subscribed now. */
  function settle(refused: readonly ChangesListener[]): void {
    if (isOver) return;
    for (const listener of refused) if (listeners.delete(listener)) tellOne(listener, null);
    if (refused.length > 0 && listeners.size === 0) end();
  }

  function tell(changes: readonly NumberedChange[] | null): void {
    for (const listener of [...listeners]) tellOne(listener, changes);
  }

  /** A listener that throws starts again, without blocking others. */
  function tellOne(listener: ChangesListener, changes: readonly NumberedChange[] | null): void {
    try {
      listener(changes);
    } catch (error) {
      log.error('events.unexpected-error', {
        location: locationId,
        error: error instanceof Error ? error.stack : String(error),
      });
      if (changes !== null && listeners.delete(listener)) tellOne(listener, null);
    }
  }

  async function begin(): Promise<number> {
    hasFailed = false;
    try {
      const number = await kept.numberOf(locationId);
      order.beginAt(number);
      if (order.isBehind) catchUp();
      return number;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  function catchUp(): void {
    if (!isReading) void readOn();
  }

  async function readOn(): Promise<void> {
    isReading = true;
    try {
      while (!isOver && order.isBehind) {
        const changes = await kept.after(locationId, order.last ?? 0);
        if (isOver) return;
        if (changes === null || !order.read(changes)) lose();
      }
    } catch {
      // The next check finds the gap again.
    } finally {
      isReading = false;
    }
  }

  function end(): void {
    isOver = true;
    onEnd();
    order.tellOwn();
  }

  function lose(): void {
    end();
    tell(null);
  }

  return {
    get last() {
      return order.last;
    },
    add(listener) {
      listeners.add(listener);
      return begun.then((number) => order.last ?? number);
    },
    remove(listener) {
      if (!listeners.delete(listener) || listeners.size > 0 || isOver) return;
      // No listener needs other servers' changes.
      end();
    },
    hear(number) {
      if (order.hear(number)) catchUp();
    },
    committed(changes) {
      if (order.committed(changes)) catchUp();
    },
    tryAgain() {
      if (hasFailed && !isOver) begun = tryToBegin();
    },
    lose,
    close() {
      isOver = true;
    },
  };
}
