import { createHash } from 'node:crypto';
import type { SlicedWork } from '../../lib/steps.ts';

const LENGTH = 22;

/** Revision of an item: a hash of its content, independent of field order. */
export function revisionOf(thing: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(thing)))
    .digest('base64url')
    .slice(0, LENGTH);
}

/** Common revision of several items, in order. */
export function* revisionOfAll(things: readonly unknown[]): SlicedWork<string> {
  const hash = createHash('sha256');
  for (const thing of things) {
    hash.update(`${JSON.stringify(inOrder(thing))}\n`);
    yield;
  }
  return hash.digest('base64url').slice(0, LENGTH);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  );
}
