/** Stored site items: reading, repair of damaged ones, comparison. */
import type { CredentialChange } from '../../access/operations/credentials.ts';
import type { Log } from '../../lib/context.ts';
import { listDifference } from '../../lib/lists.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { SETUP_COLLECTIONS, type SiteSetup } from '../contract/site.ts';
import { type ItemKey, itemKey, type SiteChange, type SiteNews, type StoredItem } from '../operations/site-changes.ts';
import { parseStoredSite } from '../rules/site.ts';

const SETTINGS_ID = 'settings';

/** Readable items. Unreadable ones stay in the store, and the site is used without them. */
export function readable(items: readonly StoredItem[], log: Log): readonly StoredItem[] {
  return items.filter(({ collection, id, body }) => {
    if (isJsonObject(body)) return true;
    log.error('site.item-corrupt', { collection, id });
    return false;
  });
}

function isJsonObject(body: string): boolean {
  const item = parseJson(body);
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** Place of an item and of a value in a fault: `desks[3].services[1]: …` or `services[3].location: …`. */
const FAULT_PLACE = /^(\w+)\[(\d+)\](?:\.(\w+)\[(\d+)\](?=:))?/;

/** Items that depend on a skipped item are skipped in the next round. */
const MAX_ROUNDS = 20;

/**
 * The stored site without invalid items and their dependents. They stay in the store.
 *
 * Throws `UnusableSite` if nothing remains: no other site must replace it.
 */
export function soundSite(stored: readonly StoredItem[], log: Log): SiteSetup {
  let items = readable(stored, log);
  for (let round = 0; ; round += 1) {
    try {
      const file = siteOf(items);
      if (items.length < stored.length && file.locations.length === 0 && file.users.length === 0) {
        throw new UnusableSite(['(file): no location can be read']);
      }
      return file;
    } catch (error) {
      if (!(error instanceof UnusableSite)) throw error;
      const left = withoutFaults(items, error.faults);
      if (left === null || round >= MAX_ROUNDS) throw error;
      log.error('site.items-invalid', { error: error.faults.join('; ') });
      items = left;
    }
  }
}

/** Removes invalid list values, and items with any other fault; null if there are none. */
function withoutFaults(items: readonly StoredItem[], faults: readonly string[]): readonly StoredItem[] | null {
  /** By collection and position: list values to remove, or the whole item. */
  const faulty = new Map<string, Map<string, Set<number>> | 'all'>();
  for (const fault of faults) {
    const [, collection, place, field, at] = FAULT_PLACE.exec(fault) ?? [];
    if (collection === undefined) continue;
    const key = `${collection} ${place}`;
    const known = faulty.get(key) ?? new Map<string, Set<number>>();
    if (field === undefined || known === 'all') faulty.set(key, 'all');
    else faulty.set(key, known.set(field, (known.get(field) ?? new Set()).add(Number(at))));
  }
  if (faulty.size === 0) return null;
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const place = seen.get(item.collection) ?? 0;
    seen.set(item.collection, place + 1);
    const gone = faulty.get(`${item.collection} ${place}`);
    if (gone === undefined) return [item];
    return gone === 'all' ? [] : [{ ...item, body: withoutValues(item.body, gone) }];
  });
}

function withoutValues(body: string, gone: ReadonlyMap<string, ReadonlySet<number>>): string {
  const item: Record<string, unknown> = JSON.parse(body);
  for (const [field, places] of gone) {
    const list = item[field];
    if (Array.isArray(list)) item[field] = list.filter((_, place) => !places.has(place));
  }
  return JSON.stringify(item);
}

/** The previous site if the new content is unusable. */
export function renewedOr(file: SiteSetup, news: SiteNews, log: Log): SiteSetup {
  try {
    return renewed(file, news);
  } catch (error) {
    if (!(error instanceof UnusableSite)) throw error;
    log.error('site.change-invalid', { error: error.faults.join('; ') });
    return file;
  }
}

/** The site with changes applied; the same object if there are none. */
function renewed(file: SiteSetup, { whole, removed, items }: SiteNews): SiteSetup {
  if (whole) {
    const stored = siteOf(items);
    return itemsOf(stored).join('\n') === itemsOf(file).join('\n') ? file : stored;
  }
  if (removed.length + items.length === 0) return file;
  const input: Record<string, unknown> = { ...file };
  for (const name of SETUP_COLLECTIONS) {
    const gone = removed.filter(({ collection }) => collection === name);
    const fresh = items.filter(({ collection }) => collection === name);
    if (gone.length + fresh.length === 0) continue;
    const known = new Map<string, unknown>(file[name].map((item: { readonly id: string }) => [item.id, item]));
    for (const { id } of gone) known.delete(id);
    for (const { id, body } of fresh) known.set(id, JSON.parse(body));
    input[name] = [...known.values()];
  }
  const settings = items.find(({ collection }) => collection === 'settings');
  if (settings !== undefined) input.settings = JSON.parse(settings.body);
  return stored(input, file);
}

/** The stored content is not a valid site. */
export class UnusableSite extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The stored site is invalid:\n${faults.join('\n')}`);
    this.faults = faults;
  }
}

function stored(input: object, before?: SiteSetup): SiteSetup {
  const file = parseStoredSite(input, before);
  if (!file.ok) throw new UnusableSite(file.error);
  return file.value;
}

function siteOf(items: readonly StoredItem[]): SiteSetup {
  const input: Record<string, unknown> = { settings: {} };
  for (const name of SETUP_COLLECTIONS) {
    input[name] = items.filter(({ collection }) => collection === name).map(({ body }) => JSON.parse(body));
  }
  const settings = items.find(({ collection }) => collection === 'settings');
  if (settings !== undefined) input.settings = JSON.parse(settings.body);
  return stored(input);
}

/** The item as stored. Passwords and PINs are never stored in plain text, and secrets are stored in another table. */
export function plainItem<Item extends object>(item: Item): Item & Readonly<Record<string, unknown>> {
  const {
    password: _password,
    panel_pin: _pin,
    secret: _secret,
    mail_password: _mail,
    ...kept
  } = item as Readonly<Record<string, unknown>>;
  return kept as Item & Readonly<Record<string, unknown>>;
}

function storedItem(collection: StoredItem['collection'], id: string, item: object): StoredItem {
  return { collection, id, body: JSON.stringify(plainItem(item)) };
}

function storedItems(file: SiteSetup): readonly StoredItem[] {
  const items = SETUP_COLLECTIONS.flatMap((collection) =>
    file[collection].map((item: { readonly id: string }) => storedItem(collection, item.id, item)),
  );
  return file.settings === undefined ? items : [...items, storedItem('settings', SETTINGS_ID, file.settings)];
}

function itemsOf(file: SiteSetup): readonly string[] {
  return storedItems(file)
    .map((item) => `${itemKey(item)}\n${item.body}`)
    .sort();
}

export function* changeBetween(
  before: SiteSetup,
  after: SiteSetup,
  credentials: readonly CredentialChange[],
): SlicedWork<SiteChange> {
  const put: StoredItem[] = [];
  const remove: ItemKey[] = [];
  for (const collection of SETUP_COLLECTIONS) {
    yield;
    const { gone, fresh } = listDifference<{ readonly id: string }>(before[collection], after[collection]);
    const old = new Map(gone.map((item) => [item.id, item]));
    for (const { item } of fresh) {
      yield;
      const was = old.get(item.id);
      old.delete(item.id);
      const stored = storedItem(collection, item.id, item);
      if (was === undefined || storedItem(collection, was.id, was).body !== stored.body) put.push(stored);
    }
    for (const id of old.keys()) remove.push({ collection, id });
  }
  // Settings that were never stored are defaults: unchanged ones need no write.
  if (after.settings !== undefined) put.push(storedItem('settings', SETTINGS_ID, after.settings));
  return { put, remove, credentials };
}
