/**
 * Parts of a site file with an invalid shape.
 *
 * Allows to report all faults together, without those that only follow from another one.
 */

import type { ErrorObject } from 'ajv';
import { isObject } from '../../lib/parse-json.ts';
import { COLLECTIONS, type CollectionName, type SiteFile } from '../contract/site.ts';

export interface Unsound {
  /** Items with untrusted fields. They exist, but nothing else is known about them. */
  readonly items: ReadonlySet<object>;
  /** Collections that are no lists: they may contain anything. */
  readonly collections: ReadonlySet<CollectionName>;
  /** Invalid fields of the settings. */
  readonly settings: ReadonlySet<string>;
}

export const ALL_SOUND: Unsound = { items: new Set(), collections: new Set(), settings: new Set() };

/**
 * @param file with defaults, and with faults in its shape
 * @param defaults settings used instead of invalid ones
 * @returns a file in which every collection is a list of objects at their original positions
 */
export function unsoundParts(
  file: Readonly<Record<string, unknown>>,
  errors: readonly ErrorObject[],
  defaults: NonNullable<SiteFile['settings']>,
): { readonly file: SiteFile; readonly unsound: Unsound } {
  const lists: Record<string, readonly object[]> = {};
  const items = new Set<object>();
  const collections = new Set<CollectionName>();
  for (const name of COLLECTIONS) {
    const given = file[name];
    if (!Array.isArray(given)) collections.add(name);
    lists[name] = Array.isArray(given) ? given.map((item: unknown) => (isObject(item) ? item : {})) : [];
  }
  const settings = new Set<string>();
  for (const { instancePath, keyword } of errors) {
    // An additional field does not invalidate the others.
    if (keyword === 'additionalProperties') continue;
    const [, part = '', inner = ''] = instancePath.split('/');
    const item = lists[part]?.[Number(inner || Number.NaN)];
    if (item !== undefined) items.add(item);
    if (part === 'settings') for (const field of inner === '' ? Object.keys(defaults) : [inner]) settings.add(field);
  }
  const sound = { ...file, ...lists } as unknown as SiteFile;
  const unsound = { items, collections, settings };
  if (settings.size === 0) return { file: sound, unsound };
  const given = isObject(file.settings) ? Object.entries(file.settings) : [];
  const readable = Object.fromEntries(given.filter(([field]) => !settings.has(field)));
  return { file: { ...sound, settings: { ...defaults, ...readable } }, unsound };
}
