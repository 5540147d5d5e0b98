/**
 * Matching items of a location and its parent.
 *
 * Explicit links, and for a location that starts to inherit, similar items.
 */
import type { SiteSetup } from '../../contract/site.ts';
import { copiedId } from '../bulk-edit/copy-branch.ts';
import { itemsOf } from '../site-items.ts';
import { FOLLOWING, type FollowingCollection, type Thing } from './followed-fields.ts';

/** By collection and id at the parent: the id at the inheriting location. */
export type Counterparts = Map<string, string>;

export function keyOf(collection: string, id: string): string {
  return `${collection}\n${id}`;
}

export function thingsAt(file: SiteSetup, collection: FollowingCollection, location: string): readonly Thing[] {
  return itemsOf(collection, file[collection]).at(location) as unknown as readonly Thing[];
}

export function counterparts(file: SiteSetup, location: string): Counterparts {
  const found: Counterparts = new Map();
  for (const collection of FOLLOWING) {
    for (const { id, follows } of thingsAt(file, collection, location)) {
      const key = keyOf(collection, follows);
      if (follows !== '' && !found.has(key)) found.set(key, id);
    }
  }
  return found;
}

/** An unlinked local item that matches the parent's item: by the id of a copy, by letter, or by name. */
export function alike(
  collection: FollowingCollection,
  model: Thing,
  free: readonly Thing[],
  follower: string,
): Thing | undefined {
  const id = copiedId(model.id, model.location, follower);
  const sameKind = free.filter(({ type }) => collection !== 'devices' || type === model.type);
  const letter = collection === 'services' && model.tag !== '' ? model.tag : null;
  return (
    sameKind.find((thing) => thing.id === id) ??
    (letter === null ? undefined : sameKind.find(({ tag }) => tag === letter)) ??
    sameKind.find(({ name, tag }) => name === model.name && (letter === null || tag === ''))
  );
}

/** Id of a new local item, like that of a copied location. */
export function freeId(
  file: SiteSetup,
  collection: FollowingCollection,
  model: Thing,
  follower: string,
  isTaken: (id: string) => boolean,
): string {
  const wanted = copiedId(model.id, model.location, follower).slice(0, LONGEST);
  const items = itemsOf(collection, file[collection]);
  const isUsed = (id: string): boolean => items.byId(id) !== undefined || isTaken(id);
  let id = wanted;
  for (let number = 2; isUsed(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/** An id has at most 200 characters; this leaves space for a number suffix. */
const LONGEST = 190;
