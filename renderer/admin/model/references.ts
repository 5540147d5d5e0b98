/** Which fields name other things, and who would be left without something that is removed. */
import type { CollectionName, SiteFile } from '../../../main/contract/site.ts';
import { COLLECTION_NAMES } from './collection-names.ts';
import { type Item, itemsOf, nameOf } from './item.ts';

const REFERENCES: Readonly<Partial<Record<CollectionName, Readonly<Record<string, CollectionName>>>>> = {
  service_groups: { location: 'locations' },
  services: {
    location: 'locations',
    service_group: 'service_groups',
    server_service: 'server_services',
    desks: 'desks',
    forms: 'forms',
  },
  desks: { location: 'locations', services: 'services' },
  users: { locations: 'locations', desks: 'desks' },
  devices: { location: 'locations', services: 'services' },
  // Those that name a thing are asked of the server (`bookings.ts`).
  appointments: { service: 'services', location: 'locations', user: 'users', desk: 'desks' },
  webhooks: { locations: 'locations' },
  report_keys: { locations: 'locations' },
};

/** The collection that a field of a collection points into. */
export function targetOf(collection: string, field: string): CollectionName | undefined {
  return REFERENCES[collection as CollectionName]?.[field];
}

export interface Referrer {
  readonly collection: CollectionName;
  readonly id: string;
  readonly name: string;
  readonly field: string;
}

/** Everything that is set up and names it. */
export function referrersOf(file: SiteFile, collection: CollectionName, id: string): readonly Referrer[] {
  return COLLECTION_NAMES.filter((from) => from !== 'appointments').flatMap((from) =>
    itemsOf(file, from).flatMap((item) =>
      fieldsNaming(from, item, collection, id).map((field) => ({
        collection: from,
        id: String(item.id),
        name: nameOf(item),
        field,
      })),
    ),
  );
}

function fieldsNaming(from: CollectionName, item: Item, collection: CollectionName, id: string): readonly string[] {
  if (from === 'forms' && collection === 'question_answer_types') {
    return JSON.stringify(item.questions).includes(`"qat_id":${JSON.stringify(id)}`) ? ['questions'] : [];
  }
  return Object.entries(REFERENCES[from] ?? {})
    .filter(([, target]) => target === collection)
    .map(([field]) => field)
    .filter((field) => {
      const value = item[field];
      return value === id || (Array.isArray(value) && value.includes(id));
    });
}
