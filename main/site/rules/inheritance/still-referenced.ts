import type { SlicedWork } from '../../../lib/steps.ts';
import type { SiteSetup } from '../../contract/site.ts';
import { namedBySettings, SITE_REFERENCES } from '../../contract/site-references.ts';
import { keyOf } from './counterparts.ts';
import type { FollowEdit } from './edits.ts';

/** Of the things that go, those that something names all the same, by their keys. */
export function* stillNamed(file: SiteSetup, gone: readonly FollowEdit[]): SlicedWork<readonly string[]> {
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
