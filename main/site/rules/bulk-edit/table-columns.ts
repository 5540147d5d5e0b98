/** Columns of an imported table of users, services or desks. */
import type { TableCollection } from '../../contract/bulk-edit.ts';

/**
 * `text`; `number`; `flag`: yes or no; `list`: several texts with `|` between; `refs`: several things, each by its id or name;
 * `ref`: one of them.
 */
export type TableColumnKind =
  | { readonly kind: 'text' | 'number' | 'flag' | 'list' }
  | { readonly kind: 'ref' | 'refs'; readonly to: 'locations' | 'services' | 'service_groups' | 'desks' | 'role_sets' };

const TEXT = { kind: 'text' } as const;
const NUMBER = { kind: 'number' } as const;
const FLAG = { kind: 'flag' } as const;

export const TABLE_COLUMNS: Readonly<Record<TableCollection, Readonly<Record<string, TableColumnKind>>>> = {
  users: {
    id: TEXT,
    username: TEXT,
    name: TEXT,
    email: TEXT,
    phone: TEXT,
    roles: { kind: 'list' },
    role_set: { kind: 'ref', to: 'role_sets' },
    locations: { kind: 'refs', to: 'locations' },
    desks: { kind: 'refs', to: 'desks' },
    state: NUMBER,
  },
  services: {
    id: TEXT,
    location: { kind: 'ref', to: 'locations' },
    name: TEXT,
    tag: TEXT,
    description: TEXT,
    service_group: { kind: 'ref', to: 'service_groups' },
    schedule: TEXT,
    app_schedule: TEXT,
    slot_time: NUMBER,
    capacity: NUMBER,
    maxTicketNumber: NUMBER,
    max_waiting: NUMBER,
    expected_wait: NUMBER,
    rgbColour: TEXT,
    extra_text: TEXT,
    footer_text: TEXT,
    priority_allowed: FLAG,
    virtual_ticket_enabled: FLAG,
    state: NUMBER,
  },
  desks: {
    id: TEXT,
    location: { kind: 'ref', to: 'locations' },
    name: TEXT,
    tag: TEXT,
    services: { kind: 'refs', to: 'services' },
    state: NUMBER,
  },
};

/** Without it there is no such thing. */
export const NEEDED_COLUMN: Readonly<Record<TableCollection, string>> = {
  users: 'username',
  services: 'name',
  desks: 'name',
};

/** `name.de`: the name in German. Null for what is no such column. */
export function translatedColumn(
  collection: TableCollection,
  column: string,
): { readonly field: string; readonly lang: string } | null {
  const match = /^(name|description|extra_text|footer_text)\.([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*)$/.exec(column);
  if (match === null || collection === 'users' || (collection === 'desks' && match[1] !== 'name')) return null;
  return { field: match[1] ?? '', lang: match[2] ?? '' };
}
