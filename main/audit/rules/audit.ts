/**
 * Audit entry of a changed site item.
 *
 * Lists changed fields by path, as text. Secrets and personal data are only marked as changed.
 */
import { PERSONAL_APPOINTMENT_FIELDS } from '../../appointments/contract/appointment-privacy.ts';
import type { CollectionName } from '../../site/contract/site.ts';

export interface AuditField {
  /** Path within the item, such as `translations.pt.name`; list entries by their id, if they have one. */
  readonly field: string;
  /** Empty for a missing or empty value. Lists without ids are stored as JSON. */
  readonly before: string;
  readonly after: string;
  /** The values are not logged. */
  readonly hidden?: true;
}

const HIDDEN: Readonly<Partial<Record<CollectionName | 'settings', readonly string[]>>> = {
  users: ['password'],
  devices: ['code'],
  appointments: PERSONAL_APPOINTMENT_FIELDS,
};

const MAX_VALUE = 300;
/** A truncated list is no longer valid JSON. */
const MAX_LIST = 20_000;
const MAX_FIELDS = 100;

/** @param before null for an added item; `after` null for a removed one */
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
  /** The part of the value that fits into the log. */
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

/** A list without ids is logged as a whole: positions alone would not show what moved. */
function listLeaf(list: readonly unknown[], shown: readonly unknown[]): Leaf {
  const kept = JSON.stringify(shown, (_name, value: unknown) => {
    if (typeof value === 'string') return shortened(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isNothing(inner) && !isEmptyObject(inner)));
  });
  return { whole: JSON.stringify(list), kept: kept.length <= MAX_LIST ? kept : shortened(kept) };
}

/** Omits card hashes: card numbers are short, so a reader could find them by brute force. */
function withoutHashes(rule: unknown): unknown {
  const { cards } = rule as { readonly cards?: unknown };
  return Array.isArray(cards) && cards.length > 0 ? { ...(rule as object), cards: cards.length } : rule;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The configuration of a question is an object, stored as a text. */
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

/** Truncates long texts, such as embedded pictures. */
function shortened(text: string): string {
  if (text.length <= MAX_VALUE) return text;
  const shown = text.startsWith('data:') ? text.slice(0, text.indexOf(',') + 1 || MAX_VALUE) : text.slice(0, MAX_VALUE);
  return `${shown.slice(0, MAX_VALUE).toWellFormed()}… (${text.length})`;
}
