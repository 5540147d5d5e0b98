import { FLAG } from '../contract/queue.ts';

/** What decides about a waiting ticket's turn. */
export interface Waiting {
  readonly id: string;
  /** The service that it waits for. */
  readonly dstServiceId: string;
  readonly flags: number;
  readonly issuedAt: number;
  readonly waitingSince: number;
}

/**
 * Who is next, as one value. Tickets of one class go in the order in which they wait; the rule chooses among the first of
 * each class. What it has to remember from call to call is one number a location, which only it understands; a day begins
 * with 0.
 */
export interface CallRule {
  classOf(ticket: Waiting): string | number;
  /** @param heads the first of each class, perhaps of each of its lanes; with others among them it chooses the same. */
  choose<T extends Waiting>(heads: readonly T[], memory: number): T | null;
  /** What it remembers once that ticket is called; absent where there is nothing to remember. */
  readonly note?: (called: Waiting, memory: number) => number;
}

export function isPriority(ticket: Pick<Waiting, 'flags'>): boolean {
  return (ticket.flags & FLAG.priority) !== 0;
}

/** Longest wait first, then issue time, then id; classes are not looked at. */
export function compareWaiting(a: Waiting, b: Waiting): number {
  return a.waitingSince - b.waitingSince || a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Who waits longest; null of nobody. */
export function longestWaiting<T extends Waiting>(tickets: readonly T[]): T | null {
  let first: T | null = null;
  for (const ticket of tickets) if (first === null || compareWaiting(ticket, first) < 0) first = ticket;
  return first;
}

/** All of the tickets in the order in which they would be called if none came and none went otherwise. */
export function inCallOrder<T extends Waiting>(tickets: readonly T[], rule: CallRule, memory: number): readonly T[] {
  const classes = Map.groupBy(tickets.toSorted(compareWaiting), (ticket) => rule.classOf(ticket));
  const result: T[] = [];
  const called = new Map<string | number, number>();
  let noted = memory;
  while (classes.size > 1) {
    const heads: T[] = [];
    for (const [name, line] of classes) {
      const head = line[called.get(name) ?? 0];
      if (head !== undefined) heads.push(head);
    }
    const next = rule.choose(heads, noted);
    if (next === null) break;
    const name = rule.classOf(next);
    const place = (called.get(name) ?? 0) + 1;
    called.set(name, place);
    if (place === classes.get(name)?.length) classes.delete(name);
    noted = rule.note?.(next, noted) ?? noted;
    result.push(next);
  }
  // Within one class there is nothing to choose.
  for (const [name, line] of classes) result.push(...line.slice(called.get(name) ?? 0));
  return result;
}
