/** A site item in an editor: plain data by field. */
import type { CollectionName, SiteFile } from '../../../main/site/contract/site.ts';

export type Item = Readonly<Record<string, unknown>>;
/** Editable parts: a collection, or the settings. */
export type Part = CollectionName | 'settings';

export function itemsOf(file: SiteFile, collection: CollectionName): readonly Item[] {
  return file[collection] as readonly Item[];
}

export function textOf(item: Item | null | undefined, field: string): string {
  const value = item?.[field];
  return typeof value === 'string' ? value : '';
}

export function listOf(item: Item | null | undefined, field: string): readonly string[] {
  const value = item?.[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function objectOf(value: unknown): Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : {};
}

/** Display name of an item. */
export function nameOf(item: Item | null | undefined): string {
  return textOf(item, 'name') || textOf(item, 'username') || textOf(item, 'client_name') || textOf(item, 'id');
}

/** Deep equality that ignores the order of fields; empty values equal missing ones. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, place) => isSame(each, other[place]));
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) return false;
  const [a, b] = [objectOf(one), objectOf(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]));
}
