/**
 * Check of references between site items, with faults in administrators' terms.
 */
import type { CollectionName } from '../contract/site.ts';
import { SITE_REFERENCES } from '../contract/site-references.ts';

/** Known items of a site, or of an invalid site file. */
export interface KnownItems {
  /** True also for items that cannot be read. */
  has(name: CollectionName, id: string): boolean;
  /** Whether an item belongs to another location; false for missing or unreadable items. */
  isElsewhere(name: CollectionName, id: string, location: string): boolean;
}

export interface References {
  /** Whether the item exists; an empty id references none. */
  exists(path: string, name: CollectionName, id: string): boolean;
  needs(path: string, name: CollectionName, id: string): void;
  /** Checks all references of an item; appointments have their own rules. */
  ofItem(path: string, collection: CollectionName, item: object): void;
  isElsewhere: KnownItems['isElsewhere'];
}

/** @param tell called with each fault, after its path */
export function referencesIn({ has, isElsewhere }: KnownItems, tell: (fault: string) => void): References {
  const exists: References['exists'] = (path, name, id) => {
    if (id === '' || has(name, id)) return true;
    tell(`${path}: there is no ${SINGULAR[name]} "${id}"`);
    return false;
  };
  const needs: References['needs'] = (path, name, id) => {
    if (id === '') tell(`${path}: is missing; it must be a ${SINGULAR[name]} id`);
    else exists(path, name, id);
  };
  const sameLocation = (path: string, name: CollectionName, id: string, location: string): void => {
    if (!exists(path, name, id) || location === '') return;
    if (isElsewhere(name, id, location)) tell(`${path}: ${SINGULAR[name]} "${id}" is at another location`);
  };
  return {
    exists,
    needs,
    isElsewhere,
    ofItem(path, collection, item) {
      const fields = item as Readonly<Record<string, string | readonly string[]>>;
      for (const [field, { to, rule }] of Object.entries(SITE_REFERENCES[collection] ?? {})) {
        const each = (id: string, at: string): void => {
          if (rule === 'needed') needs(at, to, id);
          else if (rule === 'here') sameLocation(at, to, id, String(fields.location));
          else exists(at, to, id);
        };
        const named = fields[field] ?? '';
        if (typeof named === 'string') each(named, `${path}.${field}`);
        else for (const [place, id] of named.entries()) each(id, `${path}.${field}[${place}]`);
      }
    },
  };
}

const SINGULAR: Readonly<Record<CollectionName, string>> = {
  locations: 'location',
  service_groups: 'service group',
  server_services: 'server service',
  services: 'service',
  desks: 'desk',
  users: 'user',
  devices: 'device',
  question_answer_types: 'question answer type',
  forms: 'form',
  appointments: 'appointment',
  webhooks: 'webhook',
  report_keys: 'report API key',
  role_sets: 'permission set',
};
