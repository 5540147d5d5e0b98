/**
 * Effects of a site change on locations that inherit.
 *
 * A change of the parent is repeated field by field, except for fields with a local value. New items are added and
 * removed items are removed, or closed if other items need them. Devices are never inherited.
 */

import { listDifference } from '../../../lib/lists.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import type { Location, SiteSetup } from '../../contract/site.ts';
import { namedBySettings, SITE_REFERENCES } from '../../contract/site-references.ts';
import { itemsOf } from '../site-items.ts';
import { add, isAt, isLinked, thereOf, type Work } from './arrivals.ts';
import { counterparts, keyOf, thingsAt } from './counterparts.ts';
import { type FollowEdit, FollowEdits } from './edits.ts';
import {
  FOLLOWING,
  type FollowCollection,
  type FollowingCollection,
  type Thing,
  translated,
} from './followed-fields.ts';
import { followed, otherFields } from './three-way.ts';

export interface Followed {
  /** The same object if the change has no effect on inheriting locations. */
  readonly file: SiteSetup;
  /** Changes caused by inheritance. */
  readonly edits: readonly FollowEdit[];
  /** Deletions among them. */
  readonly gone: readonly FollowEdit[];
}

export interface FollowOptions {
  /** Keys of items that are closed instead of deleted, because tickets or visits need them: `services\nid`. */
  readonly held?: ReadonlySet<string>;
  /** Items that must stay exactly as given. */
  readonly exact?: ReadonlySet<object>;
  /** The change restores inheriting locations itself: only links to other parents' items are removed. */
  readonly isUndo?: boolean;
}

/** A changed item of a location. Neither state: moved there and away again. */
interface PlaceChange {
  readonly collection: FollowCollection;
  readonly was: Thing | undefined;
  readonly is: Thing | undefined;
}

/** By location. */
function* placeChanges(before: SiteSetup, after: SiteSetup): SlicedWork<ReadonlyMap<string, readonly PlaceChange[]>> {
  const changes = new Map<string, PlaceChange[]>();
  const add = (place: string, change: PlaceChange): void => {
    const known = changes.get(place);
    if (known === undefined) changes.set(place, [change]);
    else known.push(change);
  };
  for (const collection of ['locations', ...FOLLOWING] as const) {
    yield;
    const placeOf = (item: Thing): string => (collection === 'locations' ? item.id : item.location);
    const [old, now] = [before[collection], after[collection]] as unknown as (readonly Thing[])[];
    const { gone, fresh } = listDifference<Thing>(old ?? [], now ?? []);
    const left = new Map(gone.map((item) => [item.id, item]));
    for (const { item: is } of fresh) {
      yield;
      const was = left.get(is.id);
      left.delete(is.id);
      if (was === undefined || placeOf(was) === placeOf(is)) add(placeOf(is), { collection, was, is });
      else {
        add(placeOf(was), { collection, was, is: undefined });
        add(placeOf(is), { collection, was: undefined, is });
      }
    }
    for (const was of left.values()) add(placeOf(was), { collection, was, is: undefined });
  }
  return changes;
}

const known = new WeakMap<readonly Location[], ReadonlyMap<string, readonly string[]>>();

/** By parent location: ids of the inheriting locations. */
export function followersIn(locations: readonly Location[]): ReadonlyMap<string, readonly string[]> {
  const found = known.get(locations);
  if (found !== undefined) return found;
  const followers = new Map<string, string[]>();
  for (const { id, follows } of locations) {
    if (follows === '') continue;
    const others = followers.get(follows);
    if (others === undefined) followers.set(follows, [id]);
    else others.push(id);
  }
  known.set(locations, followers);
  return followers;
}

/**
 * @param before valid site before the change
 * @param after site after the change
 */
export function* followModels(before: SiteSetup, after: SiteSetup, options: FollowOptions = {}): SlicedWork<Followed> {
  const changes = yield* placeChanges(before, after);
  const named = new Set<string>();
  for (;;) {
    const edits = new FollowEdits(after);
    const held = new Set([...(options.held ?? []), ...named]);
    const work = { before, after, edits, held, exact: options.exact ?? new Set() };
    yield* followAll(work, changes, options.isUndo === true);
    const file = edits.done();
    yield;
    const more = yield* stillNamed(file, edits.gone);
    // A kept item can reference one to be deleted.
    if (more.length === 0) return { file, edits: edits.all, gone: edits.gone };
    for (const key of more) named.add(key);
  }
}

function* followAll(
  work: Work,
  changes: ReadonlyMap<string, readonly PlaceChange[]>,
  isUndo: boolean,
): SlicedWork<void> {
  const { before, after } = work;
  const [old, now] = [itemsOf('locations', before.locations), itemsOf('locations', after.locations, before.locations)];
  const followers = followersIn(after.locations);
  const others = (location: string): string => old.byId(location)?.follows ?? '';
  for (const [place, those] of changes) {
    yield;
    const location = now.byId(place);
    if (location === undefined) {
      for (const follower of followers.get(place) ?? []) {
        ceases(work, follower);
        yield;
      }
      continue;
    }
    if (location.follows === others(place)) letGo(work, place, location.follows, those);
    else if (location.follows === '' || isUndo) ceases(work, place, location.follows);
    else begins(work, place, location.follows);
    if (isUndo) continue;
    for (const follower of followers.get(place) ?? []) {
      if (others(follower) === place) changesAlike(work, place, follower, those);
      yield;
    }
  }
}

/** A location starts to inherit: it gets the parent's items under its own ids; existing items stay. */
function begins(work: Work, follower: string, model: string): void {
  const { after } = work;
  ceases(work, follower, model);
  const here = counterparts(after, follower);
  const fresh: [FollowingCollection, Thing][] = [];
  for (const collection of FOLLOWING) {
    for (const thing of thingsAt(after, collection, model)) {
      if (!here.has(keyOf(collection, thing.id)) && !isLinked(work, collection, thing, follower, here)) {
        fresh.push([collection, thing]);
      }
    }
  }
  add(work, follower, fresh, here);
}

/** A location stops inheriting, or changes its parent: removes links to items other than the new parent's. */
function ceases({ after, edits }: Work, follower: string, model = ''): void {
  const location = edits.find('locations', follower);
  if (location !== undefined && location.follows !== model)
    edits.put('locations', follower, { ...location, follows: model });
  for (const collection of FOLLOWING) {
    for (const thing of thingsAt(after, collection, follower)) {
      if (thing.follows !== '' && !isAt(after, collection, thing.follows, model)) {
        edits.put(collection, follower, { ...thing, follows: '' });
      }
    }
  }
}

/** Removes invalid links of changed items, and restores links that a loaded file omits. */
function letGo({ after, edits, exact }: Work, follower: string, model: string, changes: readonly PlaceChange[]): void {
  for (const { collection, was, is } of changes) {
    if (collection === 'locations' || is === undefined) continue;
    if (is.follows === '') {
      const before = was?.follows ?? '';
      if (exact.has(is) && isAt(after, collection, before, model)) {
        edits.put(collection, follower, { ...is, follows: before });
      }
      continue;
    }
    if (!isAt(after, collection, is.follows, model)) edits.put(collection, follower, { ...is, follows: '' });
  }
}

function changesAlike(work: Work, model: string, follower: string, changes: readonly PlaceChange[]): void {
  const { before, after, edits, exact } = work;
  const here = counterparts(after, follower);
  const coming = changes.flatMap(({ collection, was, is }): [FollowingCollection, Thing][] => {
    if (collection === 'locations' || was !== undefined || is === undefined) return [];
    if (here.has(keyOf(collection, is.id)) || isLinked(work, collection, is, follower, here)) return [];
    return [[collection, is]];
  });
  add(work, follower, coming, here);
  const there = thereOf(after, model, here);
  const wasThere = thereOf(before, model, here);
  for (const { collection, was, is } of changes) {
    if (was === undefined) continue;
    const id = collection === 'locations' ? follower : here.get(keyOf(collection, was.id));
    const own = id === undefined ? undefined : edits.find(collection, id);
    if (own === undefined || exact.has(own)) continue;
    const once = translated(was, wasThere);
    if (is === undefined) {
      if (collection !== 'locations') goes(work, collection, once, own);
      continue;
    }
    const old = itemsOf(collection, before[collection] as never).byId(own.id) as Thing | undefined;
    const next = followed(collection, { was: once, is: translated(is, there) }, own, old);
    if (next !== own) edits.put(collection, follower, next);
  }
}

/** Deletes an item that the parent no longer has, unless it has local values or is in use. */
function goes({ edits, held }: Work, collection: FollowingCollection, once: Thing, own: Thing): void {
  const isOwn = collection === 'devices' || otherFields(collection, once, own).length > 0;
  const isHeld = held.has(keyOf(collection, own.id));
  if (!isOwn && !isHeld) edits.remove(collection, own.location, own.id);
  else
    edits.put(collection, own.location, { ...own, follows: '', ...(isOwn || !('state' in own) ? {} : { state: 0 }) });
}

/** Keys of items to be deleted that are still referenced. */
function* stillNamed(file: SiteSetup, gone: readonly FollowEdit[]): SlicedWork<readonly string[]> {
  if (gone.length === 0) return [];
  const going = new Set(gone.map(({ collection, id }) => keyOf(collection, id)));
  const named = new Set<string>();
  const note = (collection: string, ids: unknown): void => {
    for (const id of [ids].flat()) {
      const key = keyOf(collection, String(id));
      if (going.has(key)) named.add(key);
    }
  };
  for (const [collection, fields] of Object.entries(SITE_REFERENCES)) {
    const naming = Object.entries(fields).filter(([, { to }]) => gone.some((each) => each.collection === to));
    if (collection === 'appointments' || naming.length === 0) continue;
    for (const item of file[collection as keyof SiteSetup] as readonly Readonly<Record<string, unknown>>[]) {
      for (const [field, { to }] of naming) note(to, item[field]);
      yield;
    }
  }
  for (const { display } of file.devices) if (display !== undefined) note('service_groups', display.service_groups);
  for (const { to, id } of namedBySettings(file.settings)) note(to, id);
  return [...named];
}
