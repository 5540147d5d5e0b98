/** Context of a site validation. */
import type { SlicedWork } from '../../../lib/steps.ts';
import { COLLECTIONS, type CollectionName, type SiteFile, type SiteSetup } from '../../contract/site.ts';
import type { Unsound } from '../invalid-parts.ts';
import { type References, referencesIn } from '../reference-faults.ts';
import { type AnyItem as Item, type SiteToCheck, siteToCheck } from './site-to-check.ts';

/** What those who look for faults in a site are handed. */
export interface SiteCheck {
  /** All that is looked at. */
  readonly site: SiteFile;
  /** With what is passed over, too. */
  readonly withUnsound: SiteFile;
  /** Also what is not looked at, because it was good before. */
  readonly whole: SiteFile;
  readonly unsound: Unsound;
  readonly references: References;
  /** Things that stand in the file are named by their place there (`services[3]`), others by their id (`services(passports)`). */
  pathOf(name: CollectionName, item: object): string;
  /** Whether nobody can tell of a thing what it is like, though it may be there. */
  isUnread(name: CollectionName, id: string): boolean;
  readonly find: SiteToCheck['find'];
  readonly isTaken: SiteToCheck['isTaken'];
  /** With the path in front. */
  tell(fault: string): void;
}

/**
 * @param before the site that was good, of which this one was made; what cannot have become worse is not looked at
 * @param unsound what is passed over, and may be whatever others expect of it
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

/** Where in the file a thing stands; undefined of one that was known before. Looked for when the first is asked for. */
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

/** Looked for along the list. */
const FEW = 4;

function withoutItems(site: SiteFile, left: ReadonlySet<object>): SiteFile {
  const lists = COLLECTIONS.map((name) => [name, site[name].filter((item: object) => !left.has(item))] as const);
  return { ...site, ...Object.fromEntries(lists) };
}
