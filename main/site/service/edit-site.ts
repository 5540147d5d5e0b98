/** Changes of single site items, validated like a site file, and atomic. */
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { SetupCollection, SiteSetup } from '../contract/site.ts';
import { letterFault } from '../rules/letter-fault.ts';
import type { Site } from '../rules/site-model.ts';
import { revisionOf } from './revision.ts';
import { invalidSite, isForbidden, type SiteFault, siteRefusal } from './site-fault.ts';
import type { SiteEditor, SiteHolder } from './site-holder.ts';

type Item = Readonly<Record<string, unknown>>;

/** Another editor has changed the item. */
export const CHANGED_MEANWHILE = codedRefusal('edit_conflict', { parameter: 'revision' });

export const ID_TAKEN = codedRefusal('id_taken', { parameter: 'id' });

export function findItem<Name extends SetupCollection>(
  file: SiteSetup,
  collection: Name,
  id: string,
): SiteSetup[Name][number] | undefined {
  const items: readonly SiteSetup[Name][number][] = file[collection];
  return items.find((item) => item.id === id);
}

/** Whether the item has changed since this revision; empty: do not check. */
export function isOld(thing: unknown, revision: string): boolean {
  return revision !== '' && revision !== revisionOf(thing);
}

/** 5 with all faults, also for an existing id. */
export async function addItem(
  sites: SiteHolder,
  collection: SetupCollection,
  item: Item,
  by: SiteEditor,
): Promise<Result<null, Refusal>> {
  return edit(sites, collection, by, (file) => {
    if (typeof item.id === 'string' && findItem(file, collection, item.id) !== undefined) {
      return ID_TAKEN;
    }
    const items = itemsOf(file, collection);
    return { items: [...items, item], own: items.length };
  });
}

/**
 * Replaces an item; absent fields get their defaults. 6 for an unknown id.
 * @param revision Empty: any; else 7 on a conflict.
 */
export async function replaceItem(
  sites: SiteHolder,
  collection: SetupCollection,
  item: Item,
  by: SiteEditor,
  revision = '',
): Promise<Result<null, Refusal>> {
  return edit(sites, collection, by, (file) => {
    const items = itemsOf(file, collection);
    const own = items.findIndex(({ id }) => id === item.id);
    if (own < 0) return { errno: ERRNO.notFound, parameter: 'id' };
    if (isOld(items[own], revision)) return CHANGED_MEANWHILE;
    return { items: items.with(own, item), own };
  });
}

/**
 * 7 with all references to it.
 * @param revision Empty: any; else 7 on a conflict.
 */
export async function removeItem(
  sites: SiteHolder,
  collection: SetupCollection,
  id: string,
  by: SiteEditor,
  revision = '',
): Promise<Result<null, Refusal>> {
  const removed = await edit(sites, collection, by, (file) => {
    const found = findItem(file, collection, id);
    if (found === undefined) return { errno: ERRNO.notFound, parameter: 'id' };
    if (isOld(found, revision)) return CHANGED_MEANWHILE;
    return { items: itemsOf(file, collection).filter((item) => item !== found), own: -1 };
  });
  if (removed.ok || isForbidden(removed.error) || removed.error.faults === undefined) return removed;
  // The site was valid before: the only faults are references to the removed item.
  const referring = removed.error.faults.map((fault) => fault.split(': ', 1)[0] ?? fault);
  return fail(inUse(referring.map((path) => `${path}: refers to it`)));
}

export function inUse(faults: readonly string[]): Refusal {
  const named = [...new Set(faults.map((fault) => fault.split(/[.:]/, 1)[0] ?? fault))];
  return codedRefusal('item_in_use', { values: { items: named.join(', ') }, faults: [...new Set(faults)] });
}

/** Users and permission sets of an unvalidated site. */
interface Staff {
  readonly users?: unknown;
  readonly role_sets?: unknown;
}

/** Refuses a change that removes the last administrator. */
export function lockOut(before: SiteSetup, after: Staff): Refusal | null {
  if (administrators(before) === 0 || administrators(after) > 0) return null;
  return codedRefusal('last_administrator');
}

function administrators({ users, role_sets }: Staff): number {
  const listed = (list: unknown): readonly (Item | null)[] => (Array.isArray(list) ? list : []);
  const has = (item: Item | null | undefined): boolean =>
    Array.isArray(item?.roles) && item.roles.includes('admin_site');
  const sets = new Set(listed(role_sets).flatMap((set) => (has(set) ? [set?.id] : [])));
  return listed(users).filter((user) => (user?.state ?? 1) === 1 && (has(user) || sets.has(user?.role_set))).length;
}

/** Only for edits, not for site files: existing sites may have duplicate letters. */
function letterRefusal({ services, locations }: SiteSetup, { items, own }: Edit): Refusal | null {
  const [only, ...others] = locations;
  const { id = '', location = others.length === 0 ? only?.id : undefined, tag = '' } = items[own] ?? {};
  if (typeof id !== 'string' || typeof location !== 'string' || typeof tag !== 'string') return null;
  const before = services.find((each) => each.id === id);
  const fault = letterFault({ id, location, tag }, services, before);
  return fault === null ? null : invalidSite([`tag: ${fault}`]);
}

interface Edit {
  readonly items: readonly Item[];
  /** Position of the edited item; -1: none. */
  readonly own: number;
}

async function edit(
  sites: SiteHolder,
  collection: SetupCollection,
  by: SiteEditor,
  change: (file: SiteSetup) => Edit | Refusal,
): Promise<Result<null, Refusal>> {
  let refusal: Refusal | null = null;
  let edited: Record<string, unknown> = {};
  let own = -1;
  const changed: Result<Site, SiteFault> = await sites.change(({ file }) => {
    const next = change(file);
    if ('errno' in next) {
      refusal = next;
      return null;
    }
    own = next.own;
    edited = { ...file, [collection]: next.items };
    refusal = lockOut(file, edited) ?? (collection === 'services' ? letterRefusal(file, next) : null);
    return refusal === null ? edited : null;
  }, by);
  if (refusal !== null) return fail(refusal);
  if (changed.ok) return ok(null);
  const named = (faults: readonly string[]) => faults.map((fault) => byName(fault, edited, `${collection}[${own}]`));
  return fail(siteRefusal(changed.error, (faults) => invalidSite(named(faults))));
}

/** Names items by id, because the client sent no list; faults of the sent item get no prefix. */
function byName(fault: string, file: Readonly<Record<string, unknown>>, own: string): string {
  if (fault.startsWith(`${own}.`)) return fault.slice(own.length + 1);
  if (fault.startsWith(`${own}: `)) return `(item)${fault.slice(own.length)}`;
  return fault.replace(/^(\w+)\[(\d+)\]/, (place, name: string, index: string) => {
    const items = file[name];
    const id = Array.isArray(items) ? items[Number(index)]?.id : undefined;
    return typeof id === 'string' ? `${name}(${id})` : place;
  });
}

function itemsOf(file: SiteSetup, collection: SetupCollection): readonly Item[] {
  return file[collection] as readonly Item[];
}
