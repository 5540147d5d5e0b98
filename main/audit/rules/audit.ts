/**
 * Audit entry of a changed site item.
 *
 * Changes are listed field by field, by path, as text. Secrets and personal data are only marked as changed.
 */
import { PERSONAL_APPOINTMENT_FIELDS } from '../../appointments/contract/appointment-privacy.ts';
import type { CollectionName } from '../../site/contract/site.ts';

export interface AuditField {
  /** Path within the thing, such as `translations.pt.name`; list entries that have an id by it. */
  readonly field: string;
  /** Empty when it was not there, or was empty. Lists, but for those of things with ids, are written as JSON. */
  readonly before: string;
  readonly after: string;
  /** The values are not kept. */
  readonly hidden?: true;
}

const HIDDEN: Readonly<Partial<Record<CollectionName | 'settings', readonly string[]>>> = {
  users: ['password'],
  devices: ['code'],
  appointments: PERSONAL_APPOINTMENT_FIELDS,
};

const MAX_VALUE = 300;
/** A list that is cut can no longer be read as one. */
const MAX_LIST = 20_000;
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
    const [from, to] = [old.get(field), now.get(field)];
    if (from?.whole === to?.whole || field === 'id') continue;
    if (hidden.includes(field)) changed.push({ field, before: '', after: '', hidden: true });
    else changed.push({ field, before: from?.kept ?? '', after: to?.kept ?? '' });
  }
  if (changed.length <= MAX_FIELDS) return changed;
  const more = changed.length - MAX_FIELDS;
  return [...changed.slice(0, MAX_FIELDS), { field: `(${more} more)`, before: '', after: '', hidden: true }];
}

interface Leaf {
  readonly whole: string;
  /** As much of it as the log has room for. */
  readonly kept: string;
}

function leavesOf(value: unknown): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  collect(value, '', leaves);
  return leaves;
}

function collect(value: unknown, path: string, leaves: Map<string, Leaf>): void {
  if (isNothing(value)) return;
  if (Array.isArray(value)) {
    const ids = value.map(idOf);
    if (ids.includes(null)) leaves.set(path, listLeaf(value, path === 'card_rules' ? value.map(withoutHashes) : value));
    else for (const [place, entry] of value.entries()) collect(entry, `${path}[${ids[place]}]`, leaves);
    return;
  }
  const inside = path.endsWith('].config') ? configOf(value) : value;
  if (typeof inside === 'object' && inside !== null) {
    for (const [name, inner] of Object.entries(inside)) collect(inner, path === '' ? name : `${path}.${name}`, leaves);
  } else {
    leaves.set(path, { whole: String(value), kept: shortened(String(value)) });
  }
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '';
}

/** Of a list whose entries have no ids all is kept in its order: by their places alone nobody could tell what moved. */
function listLeaf(list: readonly unknown[], shown: readonly unknown[]): Leaf {
  const kept = JSON.stringify(shown, (_name, value: unknown) => {
    if (typeof value === 'string') return shortened(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isNothing(inner) && !isEmptyObject(inner)));
  });
  return { whole: JSON.stringify(list), kept: kept.length <= MAX_LIST ? kept : shortened(kept) };
}

/** Numbers of cards are short: a reader of their hashes could try them all. */
function withoutHashes(rule: unknown): unknown {
  const { cards } = rule as { readonly cards?: unknown };
  return Array.isArray(cards) && cards.length > 0 ? { ...(rule as object), cards: cards.length } : rule;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The settings of a question are an object, written down as a text. */
function configOf(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
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
