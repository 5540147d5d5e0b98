/**
 * Followed location: listeners, position, catch-up.
 *
 * Who listens, where it began, and reading on when it is behind.
 */
import type { Log } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { ChangesListener, NumberedChange } from '../../queue/operations/location-changes.ts';
import type { KeptChanges } from './change-store.ts';

export interface LocationTrack {
  /** The last change that was told; null until it is known where to begin. */
  readonly last: number | null;
  /**
   * @returns settles with the number behind which the listener hears everything, once that is known. When that fails the
   * listener is told to begin anew as soon as it can be known.
   */
  add(listener: ChangesListener): Promise<number>;
  remove(listener: ChangesListener): void;
  /** The location has come to this number. */
  hear(number: number): void;
  committed(changes: readonly NumberedChange[]): void;
  /** When it could not be known where to begin. */
  tryAgain(): void;
  /** What has been told cannot be continued: everybody begins anew. */
  lose(): void;
  close(): void;
}

export interface LocationTrackOptions {
  readonly locationId: string;
  readonly kept: Pick<KeptChanges, 'numberOf' | 'after'>;
  readonly log: Log;
  readonly onEvents: (events: readonly QueueEvent[]) => void;
  /** It is lost, or nobody listens any more. Called before anybody is told, so that they can begin anew. */
  readonly onEnd: () => void;
}

/**
 * Delivery of a location's changes in the order of their numbers.
 *
 * A change of this server is delivered at once if no earlier one is missing; otherwise it waits until the missing ones
 * have been read.
 */
export interface ChangeOrder {
  /** The last change that was told; null until it is known where to begin. */
  readonly last: number | null;
  /** More has been heard of than has been told. */
  readonly isBehind: boolean;
  beginAt(number: number): void;
  /** There is a change of this number. Tells whether it has still to be read. */
  hear(number: number): boolean;
  /** What this server has done, in order. Tells whether something before it has to be read first. */
  committed(changes: readonly NumberedChange[]): boolean;
  /** What was read behind the last; false when it does not continue it. */
  read(changes: readonly NumberedChange[]): boolean;
  /** This server's own work is told in any case, even when nobody waits any more for what is missing before it. */
  tellOwn(): void;
}

interface ChangeOrderOptions {
  /** Told all changes, each once, none missing between them. */
  readonly onChanges: (changes: readonly NumberedChange[]) => void;
  /** Told each event once, this server's own in any case. */
  readonly onEvents: (events: readonly QueueEvent[]) => void;
}

export function createChangeOrder({ onChanges, onEvents }: ChangeOrderOptions): ChangeOrder {
  let last: number | null = null;
  let heard = 0;
  /** Of changes whose events were told before it was known where to begin. */
  const toldBefore = new Set<number>();
  /** What this server did itself and could not tell yet. */
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
      // This server's own work may have been told while it was read.
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

  /** Those whom the try before has failed begin anew: nothing else would tell them that they are heard now. */
  function settle(refused: readonly ChangesListener[]): void {
    if (isOver) return;
    for (const listener of refused) if (listeners.delete(listener)) tellOne(listener, null);
    if (refused.length > 0 && listeners.size === 0) end();
  }

  function tell(changes: readonly NumberedChange[] | null): void {
    for (const listener of [...listeners]) tellOne(listener, changes);
  }

  /** A listener that breaks over what it hears begins again, and holds up nobody else. */
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
      // The next look finds that it is still behind.
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
      // Nobody waits for what others did.
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
