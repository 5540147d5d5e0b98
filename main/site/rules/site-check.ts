/** Context of a site validation. */

import { type ListDifference, listDifference } from '../../lib/lists.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import {
  COLLECTIONS,
  type CollectionName,
  type Device,
  SETUP_COLLECTIONS,
  type SetupCollection,
  type SiteFile,
  type SiteSetup,
} from '../contract/site.ts';
import { SITE_REFERENCES } from '../contract/site-references.ts';
import type { Unsound } from './invalid-parts.ts';
import { type References, referencesIn } from './reference-faults.ts';
import { itemsOf, type SiteItem } from './site-items.ts';

/**
 * Parts of a site to validate after a change. Valid items stay valid unless an item that they reference was changed or
 * removed. So a small edit is cheap in a large site.
 */

/** An item of an unvalidated file, of any shape. */
interface AnyItem {
  readonly id?: unknown;
  readonly location?: unknown;
}

interface SiteToCheck {
  /** Items to validate, in order, and the settings. */
  readonly site: SiteFile;
  find(name: CollectionName, id: string): AnyItem | undefined;
  /** Whether another, older item has this id or second key. */
  isTaken(name: CollectionName, way: 'byId' | 'byKey', text: string, by: object): boolean;
}

/** @param before valid site before the change; undefined: validate everything */
function* siteToCheck(whole: SiteFile, before: SiteSetup | undefined): SlicedWork<SiteToCheck> {
  const found = (name: CollectionName, id: string): AnyItem | undefined =>
    name === 'appointments' ? undefined : itemsOf(name, whole[name] as never, before?.[name] as never).byId(id);
  if (before === undefined) return { site: whole, find: found, isTaken: () => false };

  const differences = new Map<CollectionName, ListDifference<SiteItem>>();
  /** A set, because each item of a large file looks it up. */
  const gone = new Map<CollectionName, ReadonlySet<SiteItem>>();
  for (const name of SETUP_COLLECTIONS) {
    const difference = listDifference<SiteItem>(before[name], whole[name]);
    differences.set(name, difference);
    gone.set(name, new Set(difference.gone));
    yield;
  }
  /** Items that were removed or changed in ways that affect references to them. */
  const shaken = new Map<CollectionName, ReadonlySet<string>>();
  for (const [name, those] of gone) {
    const ids = new Set<string>();
    for (const item of those) {
      if (essence(item) !== essence(found(name, item.id))) ids.add(item.id);
      yield;
    }
    if (ids.size > 0) shaken.set(name, ids);
  }
  const lookedAt = (name: SetupCollection): readonly SiteItem[] => {
    const fresh = (differences.get(name)?.fresh ?? []).map(({ item }) => item);
    const isAll =
      (name === 'devices' && whole.settings !== before.settings) ||
      (name === 'forms' && isOther(differences.get('question_answer_types')));
    if (isAll) return whole[name];
    const fields = namingFields(name).filter(({ to }) => shaken.has(to));
    if (fields.length === 0) return fresh;
    const isFresh = new Set<object>(fresh);
    const counts = (item: object): boolean =>
      fields.some(({ read, to }) => [read(item)].flat().some((id) => shaken.get(to)?.has(String(id)) === true));
    return whole[name].filter((item: SiteItem) => isFresh.has(item) || counts(item));
  };
  const looked: Record<string, readonly SiteItem[]> = {};
  for (const name of SETUP_COLLECTIONS) {
    looked[name] = lookedAt(name);
    yield;
  }
  return {
    site: { ...whole, ...looked },
    find: found,
    isTaken(name, way, text, by) {
      if (name === 'appointments') return false;
      const old = itemsOf(name, before[name] as never)[way](text);
      return old !== undefined && old !== by && gone.get(name)?.has(old) === false;
    },
  };
}

interface Naming {
  readonly to: CollectionName;
  readonly read: (item: object) => unknown;
}

/** Fields with which items of this kind reference others. */
function namingFields(name: CollectionName): readonly Naming[] {
  const fields = Object.entries(SITE_REFERENCES[name] ?? {}).map(
    ([field, { to }]): Naming => ({ to, read: (item) => (item as Readonly<Record<string, unknown>>)[field] }),
  );
  return name === 'devices' ? [...fields, { to: 'service_groups', read: groupsOnDisplay }] : fields;
}

function groupsOnDisplay(item: object): unknown {
  return (item as Partial<Device>).display?.service_groups;
}

/** Properties that references depend on. */
function essence(item: object | undefined): string | null {
  if (item === undefined) return null;
  const { location = '', country = '' } = item as { readonly location?: unknown; readonly country?: unknown };
  return JSON.stringify([location, country]);
}

function isOther(difference: ListDifference<unknown> | undefined): boolean {
  return difference !== undefined && difference.gone.length + difference.fresh.length > 0;
}

/** Context passed to the validators of a site. */
export interface SiteCheck {
  /** Items to validate. */
  readonly site: SiteFile;
  /** Including invalid items, which are skipped. */
  readonly withUnsound: SiteFile;
  /** Including valid items from before the change. */
  readonly whole: SiteFile;
  readonly unsound: Unsound;
  readonly references: References;
  /** Items of the file are named by position (`services[3]`), others by id (`services(passports)`). */
  pathOf(name: CollectionName, item: object): string;
  /** Whether an item may exist but cannot be read. */
  isUnread(name: CollectionName, id: string): boolean;
  readonly find: SiteToCheck['find'];
  readonly isTaken: SiteToCheck['isTaken'];
  /** Reports a fault, prefixed with its path. */
  tell(fault: string): void;
}

/**
 * @param before valid site before the change; parts that cannot have become invalid are skipped
 * @param unsound invalid parts, which are skipped and satisfy any reference
 */
export function* siteCheck(
  whole: SiteFile,
  file: SiteFile,
  before: SiteSetup | undefined,
  unsound: Unsound,
  tell: (fault: string) => void,
): SlicedWork<SiteCheck> {
  const { site: toCheck, find, isTaken } = yield* siteToCheck(whole, before);
  const places = placesIn(file, toCheck);
  const references = referencesIn(
    {
      has: (name, id) => find(name, id) !== undefined || unsound.collections.has(name),
      isElsewhere(name, id, location) {
        const item = find(name, id);
        return item !== undefined && !unsound.items.has(item) && item.location !== location;
      },
    },
    tell,
  );
  return {
    site: unsound.items.size === 0 ? toCheck : withoutItems(toCheck, unsound.items),
    withUnsound: toCheck,
    whole,
    unsound,
    references,
    find,
    isTaken,
    pathOf(name, item: AnyItem) {
      const place = places(name, item);
      return place === undefined ? `${name}(${String(item.id)})` : `${name}[${place}]`;
    },
    isUnread(name, id) {
      const item = find(name, id);
      return unsound.collections.has(name) || (item !== undefined && unsound.items.has(item));
    },
    tell,
  };
}

/** Position of an item in the file; undefined for an older one. Built at first use. */
function placesIn(file: SiteFile, toCheck: SiteFile): (name: CollectionName, item: object) => number | undefined {
  const known = new Map<CollectionName, ReadonlyMap<object, number>>();
  return (name, item) => {
    const list: readonly object[] = file[name];
    if (toCheck[name].length <= FEW) {
      const place = list.lastIndexOf(item);
      return place < 0 ? undefined : place;
    }
    let places = known.get(name);
    if (places === undefined) {
      places = new Map(list.map((each, place) => [each, place]));
      known.set(name, places);
    }
    return places.get(item);
  };
}

/** Up to this number, a linear search is used. */
const FEW = 4;

function withoutItems(site: SiteFile, left: ReadonlySet<object>): SiteFile {
  const lists = COLLECTIONS.map((name) => [name, site[name].filter((item: object) => !left.has(item))] as const);
  return { ...site, ...Object.fromEntries(lists) };
}
