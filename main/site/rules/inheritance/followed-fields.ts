/**
 * Fields that a location inherits from its parent, and translation of references.
 */
import { OF_ONE_PLACE } from '../bulk-edit/copy-branch.ts';

/** Collections whose items are inherited. */
export const FOLLOWING = ['service_groups', 'services', 'desks', 'devices'] as const;
export type FollowingCollection = (typeof FOLLOWING)[number];
export type FollowCollection = FollowingCollection | 'locations';

export type Fields = Readonly<Record<string, unknown>>;
export interface Thing extends Fields {
  readonly id: string;
  readonly location: string;
  readonly follows: string;
}

/**
 * Id of the local counterpart of a parent's item; null if there is none, undefined for an item that is not the
 * parent's.
 */
export type There = (collection: FollowingCollection, id: string) => string | null | undefined;

const OF_A_THING = ['id', 'location', 'follows'] as const;

/** Fields that are never inherited: address, recipients of notifications, and hardware. */
const OWN: Readonly<Record<FollowCollection, ReadonlySet<string>>> = {
  locations: new Set([
    ...['id', 'follows', 'name', 'translations', 'state', 'location_group', 'social_links'],
    ...Object.keys(OF_ONE_PLACE),
    ...['timezone', 'country', 'region', 'alarm_mails', 'obs'],
  ]),
  service_groups: new Set(OF_A_THING),
  services: new Set([...OF_A_THING, 'service_code']),
  desks: new Set(OF_A_THING),
  devices: new Set([...OF_A_THING, 'type', 'printer', 'readers', 'code', 'panel_pin']),
};

export function followedFields(collection: FollowCollection, ...items: readonly Fields[]): readonly string[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return [...names].filter((name) => !OWN[collection].has(name));
}

/** Fields with references to items of the same location, also within `display`. The order of a list is irrelevant. */
const NAMES: Readonly<Record<string, FollowingCollection>> = {
  service_group: 'service_groups',
  service_groups: 'service_groups',
  services: 'services',
  desks: 'desks',
};

export function isListOfThings(field: string): boolean {
  return field !== 'service_group' && field in NAMES;
}

/** A parent's item with references to local counterparts. */
export function translated<Item extends Fields>(item: Item, there: There): Item {
  const said = (field: string, value: unknown): unknown => {
    const collection = NAMES[field];
    if (field === 'display' && isFields(value)) return translated(value, there);
    if (collection === undefined) return value;
    const named = (id: string): string | null => {
      const found = there(collection, id);
      return found === undefined ? id : found;
    };
    if (typeof value === 'string') return named(value) ?? '';
    return Array.isArray(value) ? value.map(named).filter((id) => id !== null) : value;
  };
  return Object.fromEntries(Object.entries(item).map(([field, value]) => [field, said(field, value)])) as Item;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
