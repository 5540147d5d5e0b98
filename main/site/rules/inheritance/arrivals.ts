/** Items that a location inherits from a new parent. */
import type { SiteSetup } from '../../contract/site.ts';
import { itemsOf } from '../site-items.ts';
import { alike, type Counterparts, freeId, keyOf, thingsAt } from './counterparts.ts';
import type { FollowEdits } from './edits.ts';
import { type FollowingCollection, type There, type Thing, translated } from './followed-fields.ts';

export interface Work {
  readonly before: SiteSetup;
  readonly after: SiteSetup;
  readonly edits: FollowEdits;
  readonly held: ReadonlySet<string>;
  readonly exact: ReadonlySet<object>;
}

/** Links an existing item of the inheriting location to the parent's item, if one matches. */
export function isLinked(
  { after, edits }: Work,
  collection: FollowingCollection,
  thing: Thing,
  follower: string,
  here: Counterparts,
): boolean {
  const free = thingsAt(after, collection, follower)
    .map(({ id }) => edits.find(collection, id))
    .filter((each) => each !== undefined && each.follows === '') as readonly Thing[];
  const found = alike(collection, thing, free, follower);
  if (found === undefined) return false;
  edits.put(collection, follower, { ...found, follows: thing.id });
  here.set(keyOf(collection, thing.id), found.id);
  return true;
}

export function add(
  { after, edits }: Work,
  follower: string,
  things: readonly (readonly [FollowingCollection, Thing])[],
  here: Counterparts,
): void {
  const coming = things.filter(([collection]) => collection !== 'devices');
  const taken = new Set<string>();
  for (const [collection, thing] of coming) {
    const isTaken = (id: string): boolean => taken.has(keyOf(collection, id)) || edits.isAdded(collection, id);
    const id = freeId(after, collection, thing, follower, isTaken);
    taken.add(keyOf(collection, id));
    here.set(keyOf(collection, thing.id), id);
  }
  for (const [collection, thing] of coming) {
    const id = here.get(keyOf(collection, thing.id)) ?? thing.id;
    const own = { id, location: follower, follows: thing.id };
    const code = collection === 'services' ? { service_code: '' } : {};
    edits.put(collection, follower, { ...translated(thing, thereOf(after, thing.location, here)), ...code, ...own });
  }
}

/** Look-up of the local counterpart of a parent's item; shared groups and services are their own counterpart. */
export function thereOf(file: SiteSetup, model: string, here: Counterparts): There {
  return (collection, id) => {
    const found = here.get(keyOf(collection, id));
    if (found !== undefined) return found;
    const thing = itemsOf(collection, file[collection] as never).byId(id) as Thing | undefined;
    return thing !== undefined && thing.location !== model ? undefined : null;
  };
}

export function isAt(file: SiteSetup, collection: FollowingCollection, id: string, location: string): boolean {
  const thing = itemsOf(collection, file[collection] as never).byId(id) as Thing | undefined;
  return thing !== undefined && thing.location === location;
}
