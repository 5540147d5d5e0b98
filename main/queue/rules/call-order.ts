/** Order of tickets within a class. */
import { append } from '../../lib/lists.ts';
export interface QueueOrderKey {
  readonly id: string;
  readonly issuedAt: number;
  readonly waitingSince: number;
}

/** The same with the service that it waits for. */
export interface PlaceInService extends QueueOrderKey {
  readonly dstServiceId: string;
}

/** What decides about a waiting ticket's turn. */
export interface Waiting<T extends PlaceInService = PlaceInService> {
  /** What it was given when it was put in its place, see `ticket-class.ts`. */
  readonly class: number;
  readonly ticket: T;
}

/** What a rule may tell lines apart by: the first ticket of each service and class is what engines find. */
export interface LineOf {
  readonly class: number;
  readonly ticket: { readonly dstServiceId: string };
}

/**
 * Who is next, as one value. Tickets of one class and service go in the order in which they wait; the rule chooses among
 * the first of each, and never sees those behind them, nor anything else of them. What it has to remember from call to call is
 * one number a location, which only it understands; a day begins with 0.
 */
export interface CallRule {
  /** The classes that it calls. Who stands in another one is not called by it. */
  readonly classes: readonly number[];
  /** Tickets with the same line go in the order in which they wait: a class of a service, or several of them together. */
  lineOf(waiting: LineOf): string | number;
  /** @param heads the first of each line, perhaps of each of its lanes; with others among them it chooses the same. */
  choose<T extends Waiting>(heads: readonly T[], memory: number): T | null;
  /** What it remembers once that ticket is called; absent where there is nothing to remember. */
  readonly note?: (called: Waiting, memory: number) => number;
}

/** Longest wait first, then issue time, then id; classes are not looked at. */
export function compareWaiting(a: QueueOrderKey, b: QueueOrderKey): number {
  return a.waitingSince - b.waitingSince || a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Who waits longest; null of nobody. */
export function longestWaiting<T extends Waiting>(all: readonly T[]): T | null {
  let first: T | null = null;
  for (const each of all) if (first === null || compareWaiting(each.ticket, first.ticket) < 0) first = each;
  return first;
}

/** All of the tickets in the order in which they would be called if none came and none went otherwise. */
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
  // Within one line there is nothing to choose.
  for (const [name, line] of lines) append(result, line.slice(called.get(name) ?? 0));
  return result;
}
