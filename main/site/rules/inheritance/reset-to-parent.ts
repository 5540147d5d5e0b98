/**
 * Reset of local values to those of the parent, for one item or all.
 */
import type { SiteSetup } from '../../contract/site.ts';
import { itemsOf } from '../site-items.ts';
import { thereOf } from './arrivals.ts';
import { counterparts, thingsAt } from './counterparts.ts';
import { FollowEdits } from './edits.ts';
import { FOLLOWING, type FollowCollection, type Thing, translated } from './followed-fields.ts';
import { otherFields } from './three-way.ts';

/** Scope of the reset; empty: everything. */
export interface LikeModel {
  readonly collection?: string;
  readonly id?: string;
  readonly field?: string;
}

/** Null for an unknown location, or one without a parent. */
export function resetToParent(file: SiteSetup, follower: string, only: LikeModel = {}): SiteSetup | null {
  const places = itemsOf('locations', file.locations);
  const location = places.byId(follower);
  const model = places.byId(location?.follows ?? '');
  if (location === undefined || model === undefined) return null;
  const edits = new FollowEdits(file);
  const there = thereOf(file, model.id, counterparts(file, follower));
  const { collection: kind = '', id = '', field: name = '' } = only;
  const set = (collection: FollowCollection, from: object | undefined, own: Thing): void => {
    if (from === undefined || (kind !== '' && kind !== collection) || (id !== '' && id !== own.id)) return;
    const said = translated(from as Thing, there);
    const fields = otherFields(collection, said, own).filter((field) => name === '' || field === name);
    if (fields.length === 0) return;
    const next: Record<string, unknown> = { ...own };
    for (const field of fields) {
      if (said[field] === undefined) delete next[field];
      else next[field] = said[field];
    }
    edits.put(collection, follower, next as Thing);
  };
  set('locations', model, location as unknown as Thing);
  for (const collection of FOLLOWING) {
    const items = itemsOf(collection, file[collection] as never);
    for (const own of thingsAt(file, collection, follower))
      if (own.follows !== '') set(collection, items.byId(own.follows), own);
  }
  return edits.done();
}
