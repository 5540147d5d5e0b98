/**
 * Check of references between site items.
 *
 * Faults come in the words that an administrator reads.
 */
import type { CollectionName } from '../contract/site.ts';
import { SITE_REFERENCES } from '../contract/site-references.ts';

/** What can be known of a site, or of a site file that is being mended. */
export interface KnownItems {
  /** Also of a thing of which nobody can tell. */
  has(name: CollectionName, id: string): boolean;
  /** Of what is not there, or cannot be read, nobody says that it is elsewhere. */
  isElsewhere(name: CollectionName, id: string, location: string): boolean;
}

export interface References {
  /** Whether the thing is there; an empty id names none. */
  exists(path: string, name: CollectionName, id: string): boolean;
  needs(path: string, name: CollectionName, id: string): void;
  /** All that a thing of the collection names; appointments have rules of their own. */
  ofItem(path: string, collection: CollectionName, item: object): void;
  isElsewhere: KnownItems['isElsewhere'];
}

/** @param tell is called with each fault, behind its path. */
export function referencesIn({ has, isElsewhere }: KnownItems, tell: (fault: string) => void): References {
  const exists: References['exists'] = (path, name, id) => {
    if (id === '' || has(name, id)) return true;
    tell(`${path}: there is no ${SINGULAR[name]} "${id}"`);
    return false;
  };
  const needs: References['needs'] = (path, name, id) => {
    if (id === '') tell(`${path}: is missing; it names a ${SINGULAR[name]}`);
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
  report_keys: 'report key',
  role_sets: 'set of rights',
};
