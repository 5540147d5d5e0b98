/** Order of tickets within a class. */
import { append } from '../../lib/lists.ts';
export interface QueueOrderKey {
  readonly id: string;
  readonly issuedAt: number;
  readonly waitingSince: number;
}

/** Order key, with the service that the ticket waits for. */
export interface PlaceInService extends QueueOrderKey {
  readonly dstServiceId: string;
}

/** Properties that decide the turn of a waiting ticket. */
export interface Waiting<T extends PlaceInService = PlaceInService> {
  /** The class from `ticket-class.ts`, assigned when the ticket joined the queue. */
  readonly class: number;
  readonly ticket: T;
}

/** Properties that distinguish lines: the database finds the first ticket of each service and class. */
export interface LineOf {
  readonly class: number;
  readonly ticket: { readonly dstServiceId: string };
}

/**
 * Rule that chooses the next ticket, as one value. Tickets of one class and service keep their waiting order. The rule
 * chooses among the first of each line, and sees no other ticket. Its memory between calls is one number per location
 * that only the rule interprets; each day starts with 0.
 */
export interface CallRule {
  /** Classes that the rule calls. It never calls tickets of other classes. */
  readonly classes: readonly number[];
  /** Tickets of the same line keep their waiting order. A line is one class of a service, or several of them. */
  lineOf(waiting: LineOf): string | number;
  /** @param heads first ticket of each line, perhaps of each of its lanes; further tickets do not change the choice. */
  choose<T extends Waiting>(heads: readonly T[], memory: number): T | null;
  /** Memory after the call of that ticket; absent for rules without memory. */
  readonly note?: (called: Waiting, memory: number) => number;
}

/** Longest wait first, then issue time, then id; ignores classes. */
export function compareWaiting(a: QueueOrderKey, b: QueueOrderKey): number {
  return a.waitingSince - b.waitingSince || a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The ticket that waits longest; null for an empty list. */
export function longestWaiting<T extends Waiting>(all: readonly T[]): T | null {
  let first: T | null = null;
  for (const each of all) if (first === null || compareWaiting(each.ticket, first.ticket) < 0) first = each;
  return first;
}

/** All tickets in calling order, provided that none is added or removed. */
export function inCallOrder<T extends Waiting>(all: readonly T[], rule: CallRule, memory: number): readonly T[] {
  const sorted = all.toSorted((a, b) => compareWaiting(a.ticket, b.ticket));
  const lines = Map.groupBy(sorted, (each) => rule.lineOf(each));
  const result: T[] = [];
  const called = new Map<string | number, number>();
  let noted = memory;
  while (lines.size > 1) {
    const heads: T[] = [];
    for (const [name, line] of lines) {
      const head = line[called.get(name) ?? 0];
      if (head !== undefined) heads.push(head);
    }
    const next = rule.choose(heads, noted);
    if (next === null) break;
    const name = rule.lineOf(next);
    const place = (called.get(name) ?? 0) + 1;
    called.set(name, place);
    if (place === lines.get(name)?.length) lines.delete(name);
    noted = rule.note?.(next, noted) ?? noted;
    result.push(next);
  }
  // Within one line the order is fixed.
  for (const [name, line] of lines) append(result, line.slice(called.get(name) ?? 0));
  return result;
}
