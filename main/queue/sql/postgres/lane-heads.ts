/**
 * First tickets of lanes as known within a transaction.
 *
 * An in-memory index of the read and changed tickets, consistent with the index on disk. A batch of calls reads the
 * heads of its lanes once.
 */
import { compareWaiting, type PlaceInService } from '../../rules/call-order.ts';

/** Key of a line: service, lane and class. */
export interface FrontOf {
  readonly service: string;
  readonly generation: number;
  readonly lane: string;
  readonly class: number;
}

interface Front {
  readonly first: PlaceInService[];
  /** Whether the list contains all tickets of the line. */
  readonly isWhole: boolean;
}

export interface Fronts {
  /** `tickets`: the first tickets of that line, in order. */
  know(of: FrontOf, tickets: readonly PlaceInService[], isWhole: boolean): void;
  /** The first ticket. Null: the line is empty. Undefined: unknown, must be read. */
  head(of: FrontOf): PlaceInService | null | undefined;
  join(of: FrontOf, ticket: PlaceInService): void;
  leave(id: string): void;
  forget(): void;
}

const keyOf = ({ service, generation, lane, class: ticketClass }: FrontOf): string =>
  JSON.stringify([service, generation, lane, ticketClass]);

export function createFronts(): Fronts {
  const fronts = new Map<string, Front>();
  /** Lines by ticket; a ticket addressed to desk and user is in two. */
  const standingIn = new Map<string, Front[]>();

  function stand(id: string, front: Front): void {
    const others = standingIn.get(id);
    if (others === undefined) standingIn.set(id, [front]);
    else if (!others.includes(front)) others.push(front);
  }

  return {
    know(of, tickets, isWhole) {
      const front: Front = { first: [...tickets], isWhole };
      fronts.set(keyOf(of), front);
      for (const { id } of tickets) stand(id, front);
    },
    head(of) {
      const front = fronts.get(keyOf(of));
      return front?.first[0] ?? (front?.isWhole === true ? null : undefined);
    },
    join(of, ticket) {
      if (fronts.size === 0) return;
      const front = fronts.get(keyOf(of));
      if (front === undefined) return;
      const { first, isWhole } = front;
      const at = first.findLastIndex((other) => compareWaiting(other, ticket) < 0) + 1;
      // Unknown tickets after the last known one can come before this ticket.
      if (at === first.length && !isWhole) return;
      first.splice(at, 0, ticket);
      stand(ticket.id, front);
    },
    leave(id) {
      for (const { first } of standingIn.get(id) ?? []) {
        const at = first.findIndex((ticket) => ticket.id === id);
        if (at >= 0) first.splice(at, 1);
      }
      standingIn.delete(id);
    },
    forget() {
      fronts.clear();
      standingIn.clear();
    },
  };
}
