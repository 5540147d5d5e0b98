/**
 * What a change of a thing of the site looks like in the audit log: field by field, by path, as texts. What nobody may
 * read there is only said to have changed: secrets, and what is known of visitors.
 */
import type { CollectionName } from '../contract/site.ts';

export interface AuditField {
  /** Path within the thing, such as `translations.pt.name`; list entries that have an id by it. */
  readonly field: string;
  /** Empty when it was not there, or was empty. Anything but a text is written as JSON. */
  readonly before: string;
  readonly after: string;
  /** The values are not kept. */
  readonly hidden?: true;
}

const HIDDEN: Readonly<Partial<Record<CollectionName | 'settings', readonly string[]>>> = {
  users: ['password'],
  devices: ['code'],
  appointments: ['client_name', 'code'],
};

const MAX_VALUE = 300;
const MAX_FIELDS = 100;

/** @param before null for a thing that is added; `after` null for one that is removed. */
export function changedFields(
  collection: CollectionName | 'settings',
  before: unknown,
  after: unknown,
): readonly AuditField[] {
  const hidden = HIDDEN[collection] ?? [];
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const changed: AuditField[] = [];
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    const [from = '', to = ''] = [old.get(field), now.get(field)];
    if (from === to || field === 'id') continue;
    if (hidden.includes(field)) changed.push({ field, before: '', after: '', hidden: true });
    else changed.push({ field, before: shortened(from), after: shortened(to) });
  }
  if (changed.length <= MAX_FIELDS) return changed;
  const more = changed.length - MAX_FIELDS;
  return [...changed.slice(0, MAX_FIELDS), { field: `(${more} more)`, before: '', after: '', hidden: true }];
}

function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  collect(value, '', leaves);
  return leaves;
}

function collect(value: unknown, path: string, leaves: Map<string, string>): void {
  if (value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) {
    if (value.length === 0) return;
    if (value.every((entry) => typeof entry !== 'object')) leaves.set(path, JSON.stringify(value));
    else for (const [place, entry] of value.entries()) collect(entry, `${path}[${idOf(entry) ?? place}]`, leaves);
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) collect(inner, path === '' ? name : `${path}.${name}`, leaves);
  } else {
    leaves.set(path, String(value));
  }
}

function idOf(entry: unknown): string | null {
  const { id } = (entry ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' && id !== '' ? id : null;
}

/** A picture within a site is as long as a book. */
function shortened(text: string): string {
  if (text.length <= MAX_VALUE) return text;
  const shown = text.startsWith('data:') ? text.slice(0, text.indexOf(',') + 1 || MAX_VALUE) : text.slice(0, MAX_VALUE);
  return `${shown.slice(0, MAX_VALUE).toWellFormed()}… (${text.length})`;
}
