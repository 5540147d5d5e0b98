/**
 * Integrity check of the stored site.
 *
 * Every item must be JSON, and the site must be valid.
 */

import { parseJson } from '../../../lib/parse-json.ts';
import { SETUP_COLLECTIONS } from '../../../site/contract/site.ts';
import { parseStoredSite } from '../../../site/rules/site.ts';
import type { Ask } from './check-rows.ts';

const MAX_LISTED = 5;
const KNOWN: ReadonlySet<string> = new Set([...SETUP_COLLECTIONS, 'settings']);

/** One line per fault, with collections, ids and field paths. */
export async function checkSite(ask: Ask): Promise<readonly string[]> {
  const rows = await ask('SELECT collection, id, body FROM site_item ORDER BY position');
  if (rows.length === 0) return [];
  const unreadable: string[] = [];
  const collections = new Map<string, unknown[]>(SETUP_COLLECTIONS.map((name) => [name, []]));
  for (const { collection, id, body } of rows) {
    const name = String(collection);
    const item = parseJson(String(body));
    if (item === undefined || !KNOWN.has(name)) unreadable.push(`${name}/${String(id)}`);
    else if (name === 'settings') collections.set(name, [item]);
    else collections.get(name)?.push(item);
  }
  if (unreadable.length > 0) return [`items of the site cannot be read: ${listed(unreadable)}`];
  const [settings = {}] = collections.get('settings') ?? [];
  const read = parseStoredSite({ ...Object.fromEntries(collections), settings });
  return read.ok ? [] : [`the site is not valid: ${listed(read.error)}`];
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, MAX_LISTED).join(', ')}${names.length > MAX_LISTED ? ' and perhaps more' : ''}`;
}
