/**
 * Leaf values of a field by path, for comparison.
 */
import { objectOf, textOf } from '../model/item.ts';
import type { Path } from './wording.ts';

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Lists count as leaves; empty values are left out. */
export function leavesOf(value: unknown, path: Path = []): readonly Leaf[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ path, value }];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  }
  const inside = path.at(-1) === 'config' ? readObject(String(value)) : null;
  return inside === null ? [{ path, value }] : leavesOf(inside, path);
}

/** Parses the settings of a question, which are an object stored as JSON. */
function readObject(text: string): object | null {
  const read = readJson(text);
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
}

/** Parses JSON; undefined if it is invalid. */
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
