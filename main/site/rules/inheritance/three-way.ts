/**
 * Three-way merge of a parent's change into a location.
 *
 * A field that was equal follows the parent; a field with a local value stays. Decided by field, and within texts by
 * language, so that a location with one own text inherits all others.
 */
import { isSame } from '../../../lib/deep-equal.ts';
import { type Fields, type FollowCollection, followedFields, isFields, isListOfThings } from './followed-fields.ts';

/** A parent's item before and after its change, with references translated. */
export interface ModelChange {
  readonly was: Fields;
  readonly is: Fields;
}

/**
 * The local item after the merge; the same object if it is unchanged.
 *
 * @param old the local item before; concurrent local changes take precedence
 */
export function followed<Item extends Fields>(
  collection: FollowCollection,
  { was, is }: ModelChange,
  own: Item,
  old: Fields = own,
): Item {
  const changed: Record<string, unknown> = {};
  for (const field of followedFields(collection, was, is)) {
    if (old !== own && !isSame(old[field], own[field])) continue;
    const now = merged(field, was[field], is[field], own[field]);
    if (!isSame(now, own[field])) changed[field] = now;
  }
  if (Object.keys(changed).length === 0) return own;
  return Object.fromEntries(
    Object.entries({ ...own, ...changed }).filter(([field, value]) => value !== undefined || field in own),
  ) as Item;
}

/** Fields of the local item that differ from the parent's translated item. */
export function otherFields(collection: FollowCollection, model: Fields, own: Fields): readonly string[] {
  return followedFields(collection, model, own).filter((field) => !isAlike(field, model[field], own[field]));
}

function merged(field: string, was: unknown, is: unknown, own: unknown): unknown {
  if (isAlike(field, was, is)) return own;
  if (isAlike(field, was, own)) return is;
  if (isList(field, was, is, own)) return mergedList(listOf(was), listOf(is), listOf(own));
  if (!isFields(was) || !isFields(is) || !isFields(own)) return own;
  const names = new Set([...Object.keys(own), ...Object.keys(is)]);
  const entries = [...names].map((name) => [name, merged(name, was[name], is[name], own[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Applies the parent's additions and removals; an empty list means all, to which nothing can be added. */
function mergedList(was: readonly string[], is: readonly string[], own: readonly string[]): readonly string[] {
  if (was.length === 0 || is.length === 0 || own.length === 0) return own;
  const kept = own.filter((id) => !was.includes(id) || is.includes(id));
  const all = [...kept, ...is.filter((id) => !was.includes(id) && !own.includes(id))];
  return all.length === 0 ? own : all;
}

function isAlike(field: string, one: unknown, other: unknown): boolean {
  if (isList(field, one, other)) return isSame(listOf(one).toSorted(), listOf(other).toSorted());
  if (isFields(one) && isFields(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      isAlike(name, one[name], other[name]),
    );
  }
  return isSame(one, other);
}

/** Metadata can have a text of any name. */
function isList(field: string, ...values: readonly unknown[]): boolean {
  return isListOfThings(field) && values.some(Array.isArray);
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : [];
}
