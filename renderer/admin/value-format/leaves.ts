/**
 * Leaf values of a field by path, for comparison.
 *
 * What two states of a field do not have in common is found by these.
 */
import { objectOf, textOf } from '../model/item.ts';
import type { Path } from './wording.ts';

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Lists are leaves; what is empty is not there. */
export function leavesOf(value: unknown, path: Path = []): readonly Leaf[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ path, value }];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  }
  const inside = path.at(-1) === 'config' ? readObject(String(value)) : null;
  return inside === null ? [{ path, value }] : leavesOf(inside, path);
}

/** The settings of a question are an object, written down as a text. */
function readObject(text: string): object | null {
  const read = readJson(text);
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
}

/** What a text says as JSON; undefined: it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function idOf(item: unknown): string {
  return textOf(objectOf(item), 'id');
}
