/**
 * Items of one kind, with indexes.
 *
 * Each index is built at its first use. A changed list derives its indexes from those of the previous list, so that a
 * small change is cheap in a large site.
 */

import { listDifference } from '../../lib/lists.ts';
import type { SetupCollection, SiteSetup } from '../contract/site.ts';

export interface SiteItem {
  readonly id: string;
}

interface Ways<Item> {
  /** Sort key of lists, before the id. */
  readonly name: (item: Item) => string;
  /** Second look-up key; empty: none. */
  readonly key: (item: Item) => string;
  /** Locations of the item; an empty list: none. */
  readonly locations: (item: Item) => readonly string[];
}

/** Above this share of changed items, the indexes are rebuilt. */
const MAX_CHANGED = 1 / 8;

/** Immutable map with cheap changed copies. */

/** Above this number of changes, the layers are merged. */
const MAX_ON_TOP = 1_000;

class LayeredMap<Key, Value extends object> {
  readonly #base: ReadonlyMap<Key, Value>;
  /** Undefined: removed. */
  readonly #top: ReadonlyMap<Key, Value | undefined>;

  constructor(base: ReadonlyMap<Key, Value>, top: ReadonlyMap<Key, Value | undefined> = new Map()) {
    this.#base = base;
    this.#top = top;
  }

  get(key: Key): Value | undefined {
    if (this.#top.size === 0) return this.#base.get(key);
    const changed = this.#top.get(key);
    return changed !== undefined || this.#top.has(key) ? changed : this.#base.get(key);
  }

  /** Later changes of a key override earlier ones; undefined removes it. */
  with(changes: readonly (readonly [Key, Value | undefined])[]): LayeredMap<Key, Value> {
    if (changes.length === 0) return this;
    if (this.#top.size + changes.length <= MAX_ON_TOP) {
      return new LayeredMap(this.#base, new Map([...this.#top, ...changes]));
    }
    const whole = new Map(this.#base);
    for (const layer of [this.#top, changes]) {
      for (const [key, value] of layer) {
        if (value === undefined) whole.delete(key);
        else whole.set(key, value);
      }
    }
    return new LayeredMap(whole);
  }
}

export class SiteItems<Item extends SiteItem> {
  readonly #list: readonly Item[];
  readonly #ways: Ways<Item>;
  #sorted: readonly Item[] | null = null;
  #byId: LayeredMap<string, Item> | null = null;
  #byKey: LayeredMap<string, Item> | null = null;
  #byLocation: LayeredMap<string, readonly Item[]> | null = null;
  #places: ReadonlyMap<Item, number> | null = null;

  constructor(list: readonly Item[], ways: Ways<Item>) {
    this.#list = list;
    this.#ways = ways;
  }

  /** All items by name, then id. */
  get sorted(): readonly Item[] {
    this.#sorted ??= this.#list.toSorted((one, other) => this.#order(one, other));
    return this.#sorted;
  }

  byId(id: string): Item | undefined {
    this.#byId ??= new LayeredMap(new Map(this.#list.map((item) => [item.id, item])));
    return this.#byId.get(id);
  }

  byKey(key: string): Item | undefined {
    this.#byKey ??= new LayeredMap(new Map(this.#list.flatMap((item) => this.#keyed(item, item))));
    return this.#byKey.get(key);
  }

  /** Items of one location, or without a location (empty), in file order. */
  at(location: string): readonly Item[] {
    this.#byLocation ??= new LayeredMap(grouped(this.#list, this.#ways.locations));
    return this.#byLocation.get(location) ?? [];
  }

  /** Items of several locations, in file order. */
  among(locations: Iterable<string>): readonly Item[] {
    const groups = [...locations].map((location) => this.at(location)).filter(({ length }) => length > 0);
    const [first = [], ...others] = groups;
    if (others.length === 0) return first;
    this.#places ??= new Map(this.#list.map((item, place) => [item, place]));
    const places = this.#places;
    return [...new Set(groups.flat())].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  }

  /** Items of a list that was derived from this one. */
  renewed(list: readonly Item[]): SiteItems<Item> {
    const next = new SiteItems(list, this.#ways);
    const { gone, fresh } = listDifference(this.#list, list);
    if (gone.length + fresh.length > list.length * MAX_CHANGED) return next;
    const items = fresh.map(({ item }) => item);
    next.#byId = this.#byId?.with([...gone.map(taken), ...items.map((item) => [item.id, item] as const)]) ?? null;
    const keys = [
      ...gone.flatMap((item) => this.#keyed(item, undefined)),
      ...items.flatMap((item) => this.#keyed(item, item)),
    ];
    next.#byKey = this.#byKey?.with(keys) ?? null;
    next.#sorted = this.#sorted === null ? null : this.#resorted(this.#sorted, gone, items);
    next.#byLocation = this.#byLocation?.with(this.#regrouped(this.#byLocation, gone, items)) ?? null;
    return next;
  }

  #keyed<Value>(item: Item, value: Value): readonly (readonly [string, Value])[] {
    const key = this.#ways.key(item);
    return key === '' ? [] : [[key, value]];
  }

  #order(one: Item, other: Item): number {
    return order(this.#ways.name(one), this.#ways.name(other)) || order(one.id, other.id);
  }

  #resorted(sorted: readonly Item[], gone: readonly Item[], fresh: readonly Item[]): readonly Item[] {
    const left = new Set(gone);
    const kept = gone.length === 0 ? sorted : sorted.filter((item) => !left.has(item));
    const more = fresh.toSorted((one, other) => this.#order(one, other));
    const merged: Item[] = [];
    let from = 0;
    for (const item of more) {
      const to = this.#placeIn(kept, item, from);
      for (; from < to; from += 1) merged.push(kept[from] as Item);
      merged.push(item);
    }
    return merged.length === 0 ? kept : merged.concat(kept.slice(from));
  }

  /** Position of an item in a sorted list. */
  #placeIn(sorted: readonly Item[], item: Item, from: number): number {
    let [low, high] = [from, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(sorted[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A replaced item keeps its position within its location; new items come last. */
  #regrouped(
    groups: LayeredMap<string, readonly Item[]>,
    gone: readonly Item[],
    fresh: readonly Item[],
  ): readonly (readonly [string, readonly Item[] | undefined])[] {
    const { locations } = this.#ways;
    const left = new Set(gone);
    const changed = new Map<string, Map<string, Item>>();
    for (const location of new Set([...gone, ...fresh].flatMap((item) => locations(item)))) {
      changed.set(location, new Map((groups.get(location) ?? []).map((item) => [item.id, item])));
    }
    for (const item of fresh) for (const location of locations(item)) changed.get(location)?.set(item.id, item);
    return [...changed].map(([location, those]) => {
      const items = [...those.values()].filter((item) => !left.has(item));
      return [location, items.length === 0 ? undefined : items];
    });
  }
}

function taken(item: SiteItem): readonly [string, undefined] {
  return [item.id, undefined];
}

function grouped<Item>(
  list: readonly Item[],
  locations: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of list) {
    for (const location of locations(item)) {
      const group = groups.get(location);
      if (group === undefined) groups.set(location, [item]);
      else group.push(item);
    }
  }
  return groups;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const NONE = (): string => '';

const NOWHERE = (): readonly string[] => [];

const byName = ({ name }: { readonly name: string }): string => name;

const here = ({ location }: { readonly location: string }): readonly string[] => [location];

const NOT_NAMED = { name: NONE, key: NONE, locations: NOWHERE };

type ItemOf<Name extends SetupCollection> = SiteSetup[Name][number];

const WAYS: { readonly [Name in SetupCollection]: Ways<ItemOf<Name>> } = {
  locations: { name: byName, key: NONE, locations: ({ id }) => [id] },
  service_groups: { name: byName, key: NONE, locations: here },
  server_services: { name: byName, key: NONE, locations: NOWHERE },
  services: { name: byName, key: NONE, locations: here },
  desks: { name: byName, key: NONE, locations: here },
  users: {
    name: ({ name, username }) => name || username,
    key: ({ username }) => username,
    locations: ({ locations }) => (locations.length === 0 ? [''] : [...new Set(locations)]),
  },
  devices: { name: byName, key: ({ code }) => code, locations: here },
  question_answer_types: NOT_NAMED,
  forms: NOT_NAMED,
  webhooks: NOT_NAMED,
  report_keys: NOT_NAMED,
  role_sets: NOT_NAMED,
};

const known = new WeakMap<readonly SiteItem[], object>();

/** Indexed items of a list; cached. `before`: the list that it was derived from, if any. */
export function itemsOf<Name extends SetupCollection>(
  name: Name,
  list: SiteSetup[Name],
  before?: SiteSetup[Name],
): SiteItems<ItemOf<Name>> {
  const found = known.get(list) as SiteItems<ItemOf<Name>> | undefined;
  if (found !== undefined) return found;
  const items: readonly ItemOf<Name>[] = list;
  const old = before === undefined ? undefined : (known.get(before) as SiteItems<ItemOf<Name>> | undefined);
  const made = old?.renewed(items) ?? new SiteItems(items, WAYS[name]);
  known.set(list, made);
  return made;
}
