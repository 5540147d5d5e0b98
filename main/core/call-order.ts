import { FLAG } from '../contract/queue.ts';

export type CallOrder = 'priority_first' | 'fifo' | 'ratio';

/** What decides about a waiting ticket's turn. */
export interface Waiting {
  readonly id: string;
  readonly flags: number;
  readonly issuedAt: number;
  readonly waitingSince: number;
}

export function isPriority(ticket: Pick<Waiting, 'flags'>): boolean {
  return (ticket.flags & FLAG.priority) !== 0;
}

/** Longest wait first, then issue time, then id; classes are not looked at. */
export function compareWaiting(a: Waiting, b: Waiting): number {
  return a.waitingSince - b.waitingSince || a.issuedAt - b.issuedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * The ticket to be called next. It is enough to give the head of every lane and class.
 * `ratio`: after `priorityRatio` priority tickets in a row a normal one goes, if there is one.
 */
export function chooseNext<T extends Waiting>(
  candidates: readonly T[],
  order: CallOrder,
  priorityRatio: number,
  prioritiesInARow: number,
): T | null {
  let priority: T | null = null;
  let normal: T | null = null;
  for (const ticket of candidates) {
    if (isPriority(ticket)) priority = earlier(priority, ticket);
    else normal = earlier(normal, ticket);
  }
  if (priority === null || normal === null) return priority ?? normal;
  if (order === 'fifo') return earlier(priority, normal);
  return order === 'ratio' && prioritiesInARow >= priorityRatio ? normal : priority;
}

/** How many priority tickets have gone in a row after this one. */
export function prioritiesInARowAfter(ticket: Pick<Waiting, 'flags'>, before: number): number {
  return isPriority(ticket) ? before + 1 : 0;
}

/** All of the tickets in the order in which they would be called if none came and none went otherwise. */
export function inCallOrder<T extends Waiting>(
  tickets: readonly T[],
  order: CallOrder,
  priorityRatio: number,
  prioritiesInARow: number,
): T[] {
  const sorted = tickets.toSorted(compareWaiting);
  if (order === 'fifo') return sorted;
  const priority = sorted.filter(isPriority);
  const normal = sorted.filter((ticket) => !isPriority(ticket));
  if (order === 'priority_first') return priority.concat(normal);
  const result: T[] = [];
  let inARow = prioritiesInARow;
  let p = 0;
  let n = 0;
  while (result.length < sorted.length) {
    const heads = [priority[p], normal[n]].filter((head) => head !== undefined);
    const next = chooseNext(heads, order, priorityRatio, inARow);
    if (next === null) break;
    if (isPriority(next)) p += 1;
    else n += 1;
    inARow = prioritiesInARowAfter(next, inARow);
    result.push(next);
  }
  return result;
}

function earlier<T extends Waiting>(a: T | null, b: T): T {
  return a === null || compareWaiting(b, a) < 0 ? b : a;
}
