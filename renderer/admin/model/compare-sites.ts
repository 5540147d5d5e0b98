/** Changes that an import would make. */
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { COLLECTION_NAMES } from './collection-names.ts';
import { type Item, isSame, itemsOf, nameOf, objectOf, type Part, textOf } from './item.ts';
import { filled, schemaOf } from './schema.ts';
import type { NamedService } from './service-letter.ts';

export interface SiteDifference {
  readonly part: Part;
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly fields: readonly string[];
}

/** Fields that an import file may leave out, since the import keeps or derives them. */
const TAKEN_OVER: ReadonlySet<string> = new Set([
  'id',
  'location',
  'password',
  'secret',
  'panel_pin',
  'mail_password',
  't_delete',
]);

export type ImportMode = 'merge' | 'replace';

/** With `merge` nothing is removed. Items without an id count as added. */
export function compareSites(now: SiteFile, document: Item, mode: ImportMode): readonly SiteDifference[] {
  const found: SiteDifference[] = [];
  if (document.settings !== undefined) {
    const fields = changedFields('settings', objectOf(now.settings), objectOf(document.settings));
    if (fields.length > 0) found.push({ part: 'settings', id: '', name: '', kind: 'changed', fields });
  }
  for (const part of COLLECTION_NAMES) {
    const given = thingsIn(document, part);
    const known = new Map(itemsOf(now, part).map((item) => [String(item.id), item]));
    for (const item of given) {
      const id = String(item.id ?? '');
      const old = known.get(id);
      known.delete(id);
      const name = nameOf(item) || id;
      if (old === undefined) found.push({ part, id, name, kind: 'added', fields: [] });
      else {
        const fields = changedFields(part, old, item);
        if (fields.length > 0) found.push({ part, id, name, kind: 'changed', fields });
      }
    }
    if (mode === 'merge') continue;
    for (const [id, item] of known) found.push({ part, id, name: nameOf(item) || id, kind: 'removed', fields: [] });
  }
  return found;
}

/** Services after an import, as needed to check their letters. */
export function servicesAfter(now: SiteFile, document: Item, mode: ImportMode): readonly NamedService[] {
  const places = [...(mode === 'merge' ? now.locations : []), ...thingsIn(document, 'locations')].map(({ id }) => id);
  const only = new Set(places).size === 1 ? String(places[0] ?? '') : '';
  const given = thingsIn(document, 'services').map((item) => ({
    id: textOf(item, 'id') || nameOf(item),
    name: nameOf(item),
    tag: textOf(item, 'tag'),
    location: textOf(item, 'location') || only,
  }));
  const ids = new Set(given.map(({ id }) => id));
  return mode === 'merge' ? [...now.services.filter(({ id }) => !ids.has(id)), ...given] : given;
}

function thingsIn(document: Item, part: string): readonly Item[] {
  const list = document[part];
  return Array.isArray(list) ? list.map(objectOf) : [];
}

function changedFields(part: Part, old: Item, item: Item): readonly string[] {
  const next = objectOf(filled(schemaOf(part), item));
  const before = objectOf(filled(schemaOf(part), old));
  return [...new Set([...Object.keys(before), ...Object.keys(next)])].filter(
    (field) => !(TAKEN_OVER.has(field) && (item[field] ?? '') === '') && !isSame(before[field], next[field]),
  );
}
