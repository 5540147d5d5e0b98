/**
 * First tickets of lanes as known within a transaction.
 *
 * What it has read, and what it has changed since. An index in memory, kept in step with the one on the disk, so that
 * a batch of calls reads the heads of its lanes once.
 */
import { compareWaiting, type PlaceInService } from '../../rules/call-order.ts';

/** Where tickets stand in one line: the lane of a service, and the class in it. */
export interface FrontOf {
  readonly service: string;
  readonly generation: number;
  readonly lane: string;
  readonly class: number;
}

interface Front {
  readonly first: PlaceInService[];
  /** Nobody stands behind them. */
  readonly isWhole: boolean;
}

export interface Fronts {
  /** `tickets`: the first of that line, in their order. */
  know(of: FrontOf, tickets: readonly PlaceInService[], isWhole: boolean): void;
  /** Null: nobody stands there. Undefined: that has to be read. */
  head(of: FrontOf): PlaceInService | null | undefined;
  join(of: FrontOf, ticket: PlaceInService): void;
  leave(id: string): void;
  forget(): void;
}

const keyOf = ({ service, generation, lane, class: ticketClass }: FrontOf): string =>
  JSON.stringify([service, generation, lane, ticketClass]);

export function createFronts(): Fronts {
  const fronts = new Map<string, Front>();
  /** A ticket that names desk and user is in two. */
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
      // Behind the last that is known may stand others that are before this one.
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
