/** References to an item that is about to be removed. */
import type { CollectionName, SiteFile } from '../../../main/site/contract/site.ts';
import { namedBySettings, SITE_REFERENCES } from '../../../main/site/contract/site-references.ts';
import { COLLECTION_NAMES } from './collection-names.ts';
import { type Item, itemsOf, nameOf, type Part } from './item.ts';

/** Target collection of a reference field. */
export function targetOf(collection: string, field: string): CollectionName | undefined {
  // These references do not block removal: the server clears them.
  if (field === 'follows' || (collection === 'locations' && field === 'followed')) return collection as CollectionName;
  return SITE_REFERENCES[collection as CollectionName]?.[field]?.to;
}

export interface Referrer {
  readonly collection: Part;
  /** Empty for the settings; the name is empty too. */
  readonly id: string;
  readonly name: string;
  readonly field: string;
}

/** All configuration that references the item. */
export function referrersOf(file: SiteFile, collection: CollectionName, id: string): readonly Referrer[] {
  // Appointments that reference an item are requested from the server (`bookings.ts`).
  const items = COLLECTION_NAMES.filter((from) => from !== 'appointments').flatMap((from) =>
    itemsOf(file, from).flatMap((item) =>
      fieldsNaming(from, item, collection, id).map((field) => ({
        collection: from,
        id: String(item.id),
        name: nameOf(item),
        field,
      })),
    ),
  );
  const settings = namedBySettings(file.settings)
    .filter((named) => named.to === collection && named.id === id)
    .map(({ field }) => ({
      collection: 'settings' as const,
      id: '',
      name: '',
      field: field.split('[', 1)[0] ?? field,
    }));
  return [...items, ...settings.slice(0, 1)];
}

function fieldsNaming(from: CollectionName, item: Item, collection: CollectionName, id: string): readonly string[] {
  if (from === 'forms' && collection === 'question_answer_types') {
    return JSON.stringify(item.questions).includes(`"qat_id":${JSON.stringify(id)}`) ? ['questions'] : [];
  }
  return Object.entries(SITE_REFERENCES[from] ?? {})
    .filter(([, { to }]) => to === collection)
    .map(([field]) => field)
    .filter((field) => {
      const value = item[field];
      return value === id || (Array.isArray(value) && value.includes(id));
    });
}
