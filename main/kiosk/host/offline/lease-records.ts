/**
 * Records of the offline file.
 *
 * One JSON object per line, without texts or personal data.
 */

/** Leased numbers of one service, with the next one to issue. */
export interface HeldLease {
  readonly service: string;
  readonly first: number;
  readonly last: number;
  readonly next: number;
  /** Time of the lease: distinguishes business days. */
  readonly leasedAt: number;
}

/** Number leases and their holder id. Instants are those of the server's clock. */
export interface LeaseState {
  /** Id of this file at the server. */
  readonly holder: string;
  readonly turn: number;
  /** -1: none yet. */
  readonly slot: number;
  /** Id of the pending request; empty without one. */
  readonly request: string;
  readonly leasedAt: number;
  readonly until: number;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  readonly ahead: number;
  readonly leases: readonly HeldLease[];
}

/** An offline ticket of this kiosk. */
export interface LeasedTicket {
  /** UUID of version 7: its time is that of the issue. */
  readonly id: string;
  readonly holder: string;
  readonly service: string;
  readonly number: number;
  readonly lang: string;
  readonly priority: boolean;
}

/** A ticket that the server refused in a sync, and since when. */
export interface RefusedTicket {
  readonly id: string;
  readonly errno: number;
  /** By the server's clock. */
  readonly since: number;
}

export interface KeptTicket extends LeasedTicket {
  /** Whether a visitor is known to hold it. */
  readonly isHeld: boolean;
  readonly refused: Pick<RefusedTicket, 'errno' | 'since'> | null;
}

export type LeaseLine =
  | ({ readonly state: 'leased' } & LeaseState)
  /** The number is used, even if the print fails. */
  | ({ readonly state: 'given' } & LeasedTicket)
  /** A visitor holds it: it must be synced. */
  | { readonly state: 'held'; readonly id: string }
  /** Kept for another sync. */
  | { readonly state: 'refused'; readonly tickets: readonly RefusedTicket[] }
  /** Synced, never held by a visitor, or expired. */
  | { readonly state: 'gone'; readonly ids: readonly string[] }
  | { readonly state: 'alive' };

/** Each line contains its time, by the machine's clock. */
export type TimedLine = LeaseLine & { readonly at: number };

export interface LeaseFacts {
  readonly state: LeaseState | null;
  /** In the order of issue. */
  readonly tickets: ReadonlyMap<string, KeptTicket>;
  /** Ids of removed tickets, newest last. Other tickets in the print journal were lost from this file. */
  readonly gone: readonly string[];
}

export const NO_FACTS: LeaseFacts = { state: null, tickets: new Map(), gone: [] };
/** More than a kiosk issues offline in two days. */
const MAX_GONE = 2000;

export function withLine(facts: LeaseFacts, line: LeaseLine): LeaseFacts {
  switch (line.state) {
    case 'leased': {
      const { state: _state, ...state } = line;
      return { ...facts, state };
    }
    case 'given': {
      const { state: _state, ...ticket } = line;
      const tickets = new Map(facts.tickets).set(ticket.id, { ...ticket, isHeld: false, refused: null });
      return { ...facts, state: spent(facts.state, ticket), tickets };
    }
    case 'held': {
      const ticket = facts.tickets.get(line.id);
      if (ticket === undefined) return facts;
      return { ...facts, tickets: new Map(facts.tickets).set(line.id, { ...ticket, isHeld: true }) };
    }
    case 'refused': {
      const tickets = new Map(facts.tickets);
      for (const { id, errno, since } of line.tickets) {
        const ticket = tickets.get(id);
        if (ticket !== undefined) tickets.set(id, { ...ticket, refused: { errno, since } });
      }
      return { ...facts, tickets };
    }
    case 'gone': {
      const tickets = new Map(facts.tickets);
      for (const id of line.ids) tickets.delete(id);
      return { ...facts, tickets, gone: [...facts.gone, ...line.ids].slice(-MAX_GONE) };
    }
    case 'alive':
      return facts;
  }
}

function spent(state: LeaseState | null, { holder, service, number }: LeasedTicket): LeaseState | null {
  if (state === null || state.holder !== holder) return state;
  const leases = state.leases.map((lease) =>
    lease.service === service && number >= lease.next && number <= lease.last ? { ...lease, next: number + 1 } : lease,
  );
  return { ...state, leases };
}

/** The shortest lines for the same facts. */
export function linesOf({ state, tickets, gone }: LeaseFacts): readonly LeaseLine[] {
  return [
    ...(state === null ? [] : [{ state: 'leased' as const, ...state }]),
    ...[...tickets.values()].flatMap(({ isHeld, refused, ...ticket }): LeaseLine[] => [
      { state: 'given', ...ticket },
      ...(isHeld ? [{ state: 'held' as const, id: ticket.id }] : []),
      ...(refused === null ? [] : [{ state: 'refused' as const, tickets: [{ id: ticket.id, ...refused }] }]),
    ]),
    ...(gone.length === 0 ? [] : [{ state: 'gone' as const, ids: gone }]),
  ];
}
