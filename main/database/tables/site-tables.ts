/**
 * Tables of the site, of the program itself, and of appointments.
 *
 * Tables of the site have no location: they are small and apply to all. `revision` increases with every change of the
 * site or a credential.
 */
import { content, flag, inPostgres, int16, integer, json, type Table, table, text, withDefault } from './table.ts';

const REVISION = inPostgres(withDefault(integer, '0'));

export const SITE_ITEM = table('site_item', {
  moved: true,
  key: ['collection', 'id'],
  numbered: 'position',
  columns: { collection: text, id: text, body: json(content), position: integer, revision: REVISION },
  indexes: [{ name: 'site_item_revision', columns: 'revision', only: 'postgres' }],
});

/**
 * Password hashes of users and key hashes of devices; never part of the site file. Rows of deleted users stay without
 * secret: a generation that restarted at its first number would make old keys valid.
 */
export const CREDENTIAL = table('credential', {
  moved: true,
  key: ['kind', 'id'],
  columns: { kind: text, id: text, secret: content, generation: integer, must_change: flag, revision: REVISION },
  indexes: [{ name: 'credential_revision', columns: 'revision', only: 'postgres' }],
});

/** Changes with their actors. Each part of the log numbers its own entries (`auditPart`) in a hash chain. */
export const AUDIT = table('audit', {
  moved: true,
  key: ['id'],
  numbered: 'id',
  columns: {
    id: integer,
    change_id: content,
    at: integer,
    by_kind: text,
    by_id: text,
    collection: text,
    item_id: text,
    item_name: content,
    action: content,
    fields: json(content),
    part: withDefault(text, "''"),
    seq: withDefault(integer, '0'),
    prev_hash: withDefault(content, "''", 'sqlite'),
    hash: withDefault(content, "''", 'sqlite'),
  },
  indexes: [{ name: 'audit_part', columns: 'part, seq', isUnique: true }],
});

/** Both ends of each part's chain (`audit/rules/audit-chain.ts`). */
export const AUDIT_CHAIN = table('audit_chain', {
  moved: true,
  key: ['part'],
  columns: {
    part: text,
    begun_after: integer,
    cut_seq: integer,
    cut_hash: content,
    head_seq: integer,
    head_hash: content,
  },
});

export const META = table('meta', { moved: true, key: ['key'], columns: { key: text, value: content } });

/**
 * Appointments in list order: by location, day and time. `names_location`: whether an appointment names its location
 * itself. `code_essence`: the code in its form for comparisons. `search`: text for searches. `personal`: 1 while a
 * field contains personal data. `appointment_birthday` finds visitors of a few days at one location.
 */
export const APPOINTMENT = table('appointment', {
  moved: true,
  key: ['location_id', 'day', 'time', 'id'],
  columns: {
    location_id: text,
    day: text,
    time: text,
    id: text,
    service_id: text,
    names_location: int16,
    client_name: text,
    lang: text,
    code: text,
    code_essence: text,
    state: int16,
    user_id: text,
    desk_id: text,
    app_display_name: text,
    search: text,
    personal: int16,
    birthday: withDefault(text, "''"),
    reference: withDefault(text, "''"),
  },
  indexes: [
    { name: 'appointment_id', columns: 'id', isUnique: true, only: 'sqlite' },
    { name: 'appointment_id', columns: 'id', isHash: true, only: 'postgres' },
    { name: 'appointment_code', columns: 'code', where: "code <> ''" },
    { name: 'appointment_essence', columns: 'code_essence', where: "code_essence <> ''" },
    { name: 'appointment_code_day', columns: 'location_id, day', where: "code <> '' AND state = 1" },
    { name: 'appointment_personal', columns: 'location_id, day', where: 'personal = 1' },
    { name: 'appointment_service', columns: 'service_id' },
    { name: 'appointment_user', columns: 'user_id', where: "user_id <> ''" },
    { name: 'appointment_desk', columns: 'desk_id', where: "desk_id <> ''" },
    { name: 'appointment_birthday', columns: 'location_id, day, birthday', where: "birthday <> '' AND state = 1" },
  ],
});

const SITE_REVISION = table('site_revision', {
  moved: false,
  only: 'postgres',
  key: ['only_one'],
  columns: { only_one: withDefault(flag, 'true'), number: integer },
  checks: { site_revision_only_one_check: 'only_one' },
});

const SITE_REMOVED = table('site_removed', {
  moved: false,
  only: 'postgres',
  key: ['collection', 'id'],
  columns: { collection: text, id: text, revision: integer },
  indexes: [{ name: 'site_removed_revision', columns: 'revision', only: 'postgres' }],
});

/**
 * Values before recent site changes, for undo; `items` has one JSON text a line. Backups and copies leave them out, as
 * they can contain values that were removed on purpose.
 */
const SITE_UNDO = table('site_undo', {
  moved: false,
  since: 30,
  key: ['change_id'],
  columns: {
    change_id: text,
    at: integer,
    by_kind: content,
    by_id: text,
    item_count: integer,
    loses_secrets: integer,
    items: content,
  },
  indexes: [{ name: 'site_undo_at', columns: 'at' }],
});

export const SITE_TABLES: readonly Table[] = [
  SITE_ITEM,
  CREDENTIAL,
  AUDIT,
  AUDIT_CHAIN,
  META,
  APPOINTMENT,
  SITE_REVISION,
  SITE_REMOVED,
  SITE_UNDO,
];
