/** Context of a site validation. */
import type { SlicedWork } from '../../lib/steps.ts';
import { COLLECTIONS, type CollectionName, type SiteFile, type SiteSetup } from '../contract/site.ts';
import type { Unsound } from './invalid-parts.ts';
import { type References, referencesIn } from './reference-faults.ts';
import { type AnyItem as Item, type SiteToCheck, siteToCheck } from './site-to-check.ts';

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
    pathOf(name, item: Item) {
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
