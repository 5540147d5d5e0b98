/** Asks one after the other, until there is enough. */
import { append } from '../../lib/lists.ts';
export function atMost<Each, Row>(
  limit: number,
  all: readonly Each[],
  ask: (each: Each, most: number) => readonly Row[],
): readonly Row[] {
  const found: Row[] = [];
  for (const each of all) {
    if (found.length === limit) break;
    append(found, ask(each, limit - found.length));
  }
  return found;
}
