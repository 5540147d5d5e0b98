/** Tables that can be imported and exported, and their columns. */
import type { SetupCollection } from './site.ts';

export const TABLE_COLLECTIONS = [
  'locations',
  'users',
  'services',
  'desks',
  'devices',
] as const satisfies readonly SetupCollection[];
export type TableCollection = (typeof TABLE_COLLECTIONS)[number];

/** `flag`: yes or no. `list`: texts, separated by `|`. `ref`: an item by id or name; `refs`: several. */
export type TableColumnKind =
  | { readonly kind: 'text' | 'number' | 'flag' | 'list' }
  | { readonly kind: 'ref' | 'refs'; readonly to: 'locations' | 'services' | 'service_groups' | 'desks' | 'role_sets' };

const TEXT = { kind: 'text' } as const;

const NUMBER = { kind: 'number' } as const;

const FLAG = { kind: 'flag' } as const;

/** Columns of each table, in the order of an export. */
export const TABLE_COLUMNS: Readonly<Record<TableCollection, Readonly<Record<string, TableColumnKind>>>> = {
  locations: {
    id: TEXT,
    name: TEXT,
    region: TEXT,
    city: TEXT,
    address: TEXT,
    coordinates: TEXT,
    phone: TEXT,
    email: TEXT,
    website: TEXT,
    timezone: TEXT,
    country: TEXT,
    schedule: TEXT,
    reset_time: TEXT,
    languages: { kind: 'list' },
    resource_id: TEXT,
    state: NUMBER,
  },
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
  devices: {
    id: TEXT,
    location: { kind: 'ref', to: 'locations' },
    name: TEXT,
    type: NUMBER,
    printer: TEXT,
    readers: { kind: 'list' },
    services: { kind: 'refs', to: 'services' },
    languages: { kind: 'list' },
    screen_inches: NUMBER,
    state: NUMBER,
  },
};
