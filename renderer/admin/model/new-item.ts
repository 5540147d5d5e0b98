/**
 * Initial values of a new item.
 *
 * What a careful house would choose, where the site file leaves it open.
 */
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { type Item, itemsOf, type Part, textOf } from './item.ts';
import { emptyItem, fieldSchema } from './schema.ts';
import { freeLetter, lettersTaken } from './service-letter.ts';

/** Names of visitors leave a new house after so many days. */
export const NAMES_KEPT_DAYS = Number(fieldSchema('locations', 't_delete').default);

/**
 * @param asked what the address says of it, such as its location
 * @param here the place that is looked at; empty: none
 */
export function newItem(part: Part, asked: Item, file: SiteFile, here: string): Item {
  const item = { ...emptyItem(part), ...asked };
  switch (part) {
    case 'locations': {
      const [sister] = itemsOf(file, 'locations');
      const timezone = textOf(sister, 'timezone') || ownTimeZone();
      return { ...item, timezone, country: textOf(sister, 'country') };
    }
    case 'services':
      return textOf(item, 'location') === '' ? item : withLetter(item, file);
    // None would be all of them, also those that come later.
    case 'users':
      return here === '' ? item : { ...item, locations: [here] };
    default:
      return item;
  }
}

/** With the next free letter of its place. */
export function withLetter(item: Item, file: SiteFile): Item {
  return { ...item, tag: freeLetter(lettersTaken(file, textOf(item, 'location'))) };
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
