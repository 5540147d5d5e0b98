/**
 * Initial values of a new item.
 *
 * Careful values for fields that the site file leaves open.
 */
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { type Item, itemsOf, type Part, textOf } from './item.ts';
import { emptyItem, fieldSchema } from './schema.ts';
import { freeLetter, lettersTaken } from './service-letter.ts';

/** Default retention of visitor names in days at a new location. */
export const NAMES_KEPT_DAYS = Number(fieldSchema('locations', 't_delete').default);

/**
 * @param asked values from the address, such as the location
 * @param here id of the current location; empty for none
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
    // An empty list would grant all locations, including future ones.
    case 'users':
      return here === '' ? item : { ...item, locations: [here] };
    default:
      return item;
  }
}

/** Sets the next free letter of its location. */
export function withLetter(item: Item, file: SiteFile): Item {
  return { ...item, tag: freeLetter(lettersTaken(file, textOf(item, 'location'))) };
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
