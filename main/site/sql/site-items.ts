/** SQL for the site, its credentials and appointments, and program notes. */

import { writeCredentials } from '../../access/sql/credentials.ts';
import { changeAppointments, editAppointment as edited } from '../../appointments/sql/appointment-changes.ts';
import { appointmentRows } from '../../appointments/sql/appointments.ts';
import { auditOf, writeAudit } from '../../audit/sql/audit-log.ts';
import type { Effect, Effects } from '../../database/effect.ts';
import { deleteRows, sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { SITE_ITEM } from '../../database/tables/site-tables.ts';
import { keepDayRules } from '../../queue/sql/day-rules.ts';
import { followSite } from '../../webhooks/sql/webhook-events.ts';
import {
  type AppointmentEdit,
  type EditDone,
  type ItemKey,
  itemKey,
  type SiteChange,
  type StoredItem,
} from '../operations/site-changes.ts';
import { keepUndo } from './site-undo.ts';

/** Ordered by key, because no index has the file order. */
const PAGE = sql(
  'site-page',
  `SELECT collection, id, body, position FROM site_item WHERE (collection, id) > ($1, $2)
  ORDER BY collection, id LIMIT $3`,
);

const REMOVE = sql('remove-items', (dialect) => deleteRows(dialect, SITE_ITEM));

/**
 * An update keeps the position: the administrator defines the order of a site file. PostgreSQL numbers new items
 * itself.
 */
const PUT = sql('put-items', ({ engine, rows, inPostgres }) => {
  const [column, value] = engine === 'sqlite' ? ['position', 'position'] : ['revision', '$2'];
  return `INSERT INTO site_item (collection, id, body, ${column}) SELECT collection, id, body, ${value}
  FROM ${rows({ collection: 'text', id: 'text', body: 'text', position: 'integer' })} ORDER BY ordinality
  ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body${inPostgres(', revision = excluded.revision')}`;
});

const READ_META = sql('meta', 'SELECT value FROM meta WHERE key = $1');

const WRITE_META = sql('put-meta', upsertInto('meta', ['key'], ['value']));

/** A stored site item with its position. Items are read in pages, because a large site exceeds one result. */
export interface PlacedItem extends StoredItem {
  readonly position: number;
}

export interface SitePageInput {
  /** Key of the last item read. */
  readonly after: ItemKey | null;
  readonly limit: number;
}

export const PAGE_ITEMS = 50_000;

/** Items in the order of the site file. */
export function inOrder(items: readonly PlacedItem[]): readonly StoredItem[] {
  return items
    .toSorted((one, other) => one.position - other.position)
    .map(({ collection, id, body }) => ({ collection, id, body }));
}

export function sitePage(db: SqlRunner, { after, limit }: SitePageInput): Effect<readonly PlacedItem[]> {
  return db.all<PlacedItem>(PAGE, after?.collection ?? '', after?.id ?? '', limit);
}

export interface Moment {
  readonly now: number;
  readonly changeId: string;
}

/** `position`: for new items, in SQLite. */
export interface PlacedChange extends SiteChange {
  readonly put: readonly (StoredItem & { readonly position?: number })[];
}

/**
 * Applies a site change. False without a write if appointments differ from those that the change was checked against.
 *
 * @param revision of the site with this change; stored in PostgreSQL only
 */
export function* changeSite(db: SqlRunner, change: PlacedChange, at: Moment, revision: number): Effects<boolean> {
  const { appointments } = change;
  const visits = appointments === undefined ? [] : yield* changeAppointments(appointmentRows(db), appointments);
  if (visits === null) return false;
  yield* writeAudit(db, [...(yield* auditOf(db, change)), ...visits], change, at);
  const [remove, put] = [eachOnce(change.remove), eachOnce(change.put)];
  yield* db.sendRows(
    REMOVE,
    remove.map(({ collection, id }) => ({ collection, id })),
  );
  const rows = put.map(({ collection, id, body, position }) => ({ collection, id, body, position }));
  yield* db.sendRows(PUT, rows, revision);
  yield* keepDayRules(db, { put }, at.now);
  yield* writeCredentials(db, change.credentials ?? [], revision);
  yield* followSite(db, { put, remove });
  yield* keepUndo(db, visits.length === 0 ? change : { ...change, undo: null }, at);
  return true;
}

/** A statement cannot change a row twice: keeps the last version of each item, at its first position. */
function eachOnce<T extends ItemKey>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [itemKey(item), item])).values()];
}

/** False without a write if the appointment has changed; `full` if its slot has no free place. */
export function* editAppointment(db: SqlRunner, edit: AppointmentEdit, at: Moment): Effects<EditDone> {
  const drafts = yield* edited(appointmentRows(db), edit);
  if (drafts === null) return false;
  if (drafts === 'full') return drafts;
  yield* writeAudit(db, drafts, edit, at);
  return true;
}

/** Locations whose bookings an edit changes. */
export function locationsOf({ before, after }: Pick<AppointmentEdit, 'before' | 'after'>): readonly string[] {
  return [...new Set([before, after].flatMap((kept) => kept?.locationId ?? []))];
}

export function* readMeta(db: SqlRunner, key: string): Effects<string | null> {
  return (yield* db.one<{ value: string }>(READ_META, key))?.value ?? null;
}

export function writeMeta(db: SqlRunner, key: string, value: string): Effect<void> {
  return db.run(WRITE_META, key, value);
}
