import { COLLECTIONS, type CollectionName, type SiteFile } from '../../contract/site.ts';
import { type References, referencesIn } from '../reference-faults.ts';
import type { Unsound } from '../unsound-parts.ts';

/** What those who look for faults in a site are handed. */
export interface SiteCheck {
  /** All that is looked at. */
  readonly site: SiteFile;
  /** With what is passed over, too. */
  readonly whole: SiteFile;
  readonly unsound: Unsound;
  readonly references: References;
  /** Things that stand in the file are named by their place there (`services[3]`), others by their id (`services(passports)`). */
  pathOf(name: CollectionName, item: object): string;
  /** Whether nobody can tell of a thing what it is like, though it may be there. */
  isUnread(name: CollectionName, id: string): boolean;
  /** With the path in front. */
  tell(fault: string): void;
}

interface Item {
  readonly id?: unknown;
  readonly location?: unknown;
}

/** @param unsound what is passed over, and may be whatever others expect of it */
export function siteCheck(whole: SiteFile, file: SiteFile, unsound: Unsound, tell: (fault: string) => void): SiteCheck {
  const index = new Map(COLLECTIONS.map((name) => [name, new Map(whole[name].map((item: Item) => [item.id, item]))]));
  const places = new Map(COLLECTIONS.flatMap((name) => file[name].map((item: Item, place) => [item, place] as const)));
  const find = (name: CollectionName, id: string): Item | undefined => index.get(name)?.get(id);
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
    site: unsound.items.size === 0 ? whole : withoutItems(whole, unsound.items),
    whole,
    unsound,
    references,
    pathOf: (name, item: Item) => (places.has(item) ? `${name}[${places.get(item)}]` : `${name}(${String(item.id)})`),
    isUnread(name, id) {
      const item = find(name, id);
      return unsound.collections.has(name) || (item !== undefined && unsound.items.has(item));
    },
    tell,
  };
}

function withoutItems(site: SiteFile, left: ReadonlySet<object>): SiteFile {
  const lists = COLLECTIONS.map((name) => [name, site[name].filter((item: object) => !left.has(item))] as const);
  return { ...site, ...Object.fromEntries(lists) };
}
