/** Changes of parent locations, and new or ended inheritance. */

import { listDifference } from '../../../lib/list-difference.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import type { Location, SiteSetup } from '../../contract/site.ts';
import { FOLLOWING, type FollowCollection, type Thing } from './followed-fields.ts';

/** One thing of a place. Neither: somebody has moved it there and away again. */
export interface PlaceChange {
  readonly collection: FollowCollection;
  readonly was: Thing | undefined;
  readonly is: Thing | undefined;
}

/** By location. */
export function* placeChanges(
  before: SiteSetup,
  after: SiteSetup,
): SlicedWork<ReadonlyMap<string, readonly PlaceChange[]>> {
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

/** By model: the ids of those that follow it. */
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
