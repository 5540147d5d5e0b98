/**
 * Records of the offline file.
 *
 * One JSON object a line, no text, no person.
 */

/** Numbers of one service, with the next that may be given. */
export interface HeldLease {
  readonly service: string;
  readonly first: number;
  readonly last: number;
  readonly next: number;
  /** When it was lent: tells one day's from the next. */
  readonly leasedAt: number;
}

/** What the server has lent, and under what name. Instants are those of the server's clock. */
export interface LeaseState {
  /** Name of this file to the server. */
  readonly holder: string;
  readonly turn: number;
  /** -1: none yet. */
  readonly slot: number;
  /** Of the request whose answer has not come yet; empty when there is none. */
  readonly request: string;
  readonly leasedAt: number;
  readonly until: number;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly ahead: number;
  readonly leases: readonly HeldLease[];
}

/** A ticket that this kiosk has given by itself. */
export interface LeasedTicket {
  /** UUID of version 7: its time is that of the issue. */
  readonly id: string;
  readonly holder: string;
  readonly service: string;
  readonly number: number;
  readonly lang: string;
  readonly priority: boolean;
}

/** One that the server did not take when it was handed over, and since when. */
export interface RefusedTicket {
  readonly id: string;
  readonly errno: number;
  /** By the server's clock. */
  readonly since: number;
}

export interface KeptTicket extends LeasedTicket {
  /** Whether somebody is known to hold it. */
  readonly isHeld: boolean;
  readonly refused: Pick<RefusedTicket, 'errno' | 'since'> | null;
}

export type LeaseLine =
  | ({ readonly state: 'leased' } & LeaseState)
  /** The number is spent, whatever becomes of the paper. */
  | ({ readonly state: 'given' } & LeasedTicket)
  /** Somebody holds it: it is to be handed over. */
  | { readonly state: 'held'; readonly id: string }
  /** They are kept, and handed over again. */
  | { readonly state: 'refused'; readonly tickets: readonly RefusedTicket[] }
  /** They were handed over, or nobody ever held them, or their days are over. */
  | { readonly state: 'gone'; readonly ids: readonly string[] }
  | { readonly state: 'alive' };

/** Each line says when it was written, by the clock of the machine. */
export type TimedLine = LeaseLine & { readonly at: number };

export interface LeaseFacts {
  readonly state: LeaseState | null;
  /** In the order of issue. */
  readonly tickets: ReadonlyMap<string, KeptTicket>;
  /** Ids of tickets that were here, the newest last: what stands in the print journal besides was lost here. */
  readonly gone: readonly string[];
}

export const NO_FACTS: LeaseFacts = { state: null, tickets: new Map(), gone: [] };
/** More than a kiosk gives by itself in two days. */
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

/** The lines that say the same in short. */
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
