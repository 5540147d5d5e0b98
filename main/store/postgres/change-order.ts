/**
 * Delivery of a location's changes in the order of their numbers.
 *
 * A change of this server is delivered at once if no earlier one is missing; otherwise it waits until the missing ones
 * have been read.
 */
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { NumberedChange } from '../../queue/operations/location-changes.ts';

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

export interface ChangeOrderOptions {
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
