import type { CredentialNews } from '../../../access/operations/credentials.ts';
import { readCredentials, readCredentialsSince, writeCredentials } from '../../../access/sql/postgres/credentials.ts';
import { changeAppointments, editAppointment as edited } from '../../../appointments/sql/appointment-changes.ts';
import { appointmentRows } from '../../../appointments/sql/postgres/appointments.ts';
import { auditOf, writeAudit } from '../../../audit/sql/postgres/write-audit.ts';
import type { Effects } from '../../../database/effect.ts';
import { sendRows } from '../../../database/postgres/bulk-insert.ts';
import { LOCK_APPOINTMENT, LOCK_SITE, SHARE_SITE } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { keepDayRules } from '../../../queue/sql/postgres/day-rules.ts';
import { followSite } from '../../../webhooks/sql/postgres/webhook-events.ts';
import type { AppointmentEdit, EditDone, SiteChange, SiteNews, StoredItem } from '../../operations/site-changes.ts';
import { inOrder, PAGE_ITEMS, type PlacedItem } from '../site-pages.ts';
import { eachOnce, NAMED, namesOf } from './item-lists.ts';

/** By their names: no index has them in their order. */
const PAGE = statement(
  'site-page',
  `SELECT collection, id, body, position FROM site_item WHERE (collection, id) > ($1, $2)
  ORDER BY collection, id LIMIT $3`,
);
const REMOVE = statement(
  'remove-items',
  `DELETE FROM site_item USING ${NAMED} WHERE site_item.collection = r.collection AND site_item.id = r.id`,
);
/** What is updated keeps its place: the order of a site file is the administrator's. */
const PUT = statement(
  'put-items',
  `INSERT INTO site_item (collection, id, body, revision) SELECT collection, id, body, $2
  FROM ROWS FROM (json_to_recordset($1::json) AS (collection text, id text, body text))
    WITH ORDINALITY AS item ORDER BY ordinality
  ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body, revision = excluded.revision`,
);
const NOTE_REMOVED = statement(
  'note-removed-items',
  `INSERT INTO site_removed (collection, id, revision) SELECT collection, id, $4 FROM ${NAMED}
  ON CONFLICT (collection, id) DO UPDATE SET revision = excluded.revision`,
);
const CHANGED = statement(
  'site-since',
  'SELECT collection, id, body FROM site_item WHERE revision > $1 ORDER BY position',
);
/** Also what has come again since then: it has another place now. */
const REMOVED = statement('removed-since', 'SELECT collection, id FROM site_removed WHERE revision > $1');
const REVISION = statement('site-revision', 'SELECT number FROM site_revision WHERE only_one');
const GROW = statement(
  'grow-site-revision',
  `INSERT INTO site_revision (number) VALUES (1)
  ON CONFLICT (only_one) DO UPDATE SET number = site_revision.number + 1 RETURNING number`,
);
const READ_META = statement('meta', 'SELECT value FROM meta WHERE key = $1');
const WRITE_META = statement(
  'put-meta',
  'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
);

/** To be asked within a transaction: another server may change it between two pages. */
export function* readSite(session: DatabaseSession): Effects<readonly StoredItem[]> {
  const items: PlacedItem[] = [];
  for (let after: PlacedItem | null = null; ; ) {
    const page: readonly PlacedItem[] = yield* session.ask<PlacedItem>(PAGE, [
      after?.collection ?? '',
      after?.id ?? '',
      PAGE_ITEMS,
    ]);
    for (const item of page) items.push(item);
    if (page.length < PAGE_ITEMS) return inOrder(items);
    after = page.at(-1) ?? null;
  }
}

/** How often the site was changed; 0 for one that never was. */
export function* siteRevision(session: DatabaseSession): Effects<number> {
  return (yield* session.ask<{ number: number }>(REVISION, []))[0]?.number ?? 0;
}

export function* siteSince(session: DatabaseSession, since: number | null): Effects<SiteNews> {
  const revision = yield* siteRevision(session);
  if (since === null) return { revision, whole: true, removed: [], items: yield* readSite(session) };
  if (since === revision) return { revision, whole: false, removed: [], items: [] };
  const removed = yield* session.ask<StoredItem>(REMOVED, [since]);
  return { revision, whole: false, removed, items: yield* session.ask<StoredItem>(CHANGED, [since]) };
}

export function* credentialsSince(session: DatabaseSession, since: number | null): Effects<CredentialNews> {
  const revision = yield* siteRevision(session);
  if (since === null) return { revision, whole: true, credentials: yield* readCredentials(session) };
  return { revision, whole: false, credentials: yield* readCredentialsSince(session, since) };
}

interface Moment {
  readonly now: number;
  readonly changeId: string;
}

/** The new revision; null, and nothing is written, when the change was made from what is no longer so. */
export function* writeSite(session: DatabaseSession, change: SiteChange, at: Moment): Effects<number | null> {
  yield* session.ask(LOCK_SITE, []);
  if (change.from !== undefined && change.from !== (yield* siteRevision(session))) return null;
  const { appointments } = change;
  const visits = appointments === undefined ? [] : yield* changeAppointments(appointmentRows(session), appointments);
  if (visits === null) return null;
  const [grown] = yield* session.ask<{ number: number }>(GROW, []);
  const revision = grown?.number ?? 0;
  yield* writeAudit(session, [...(yield* auditOf(session, change)), ...visits], change, at);
  const [remove, put] = [eachOnce(change.remove), eachOnce(change.put)];
  if (remove.length > 0) {
    session.send(REMOVE, namesOf(remove));
    session.send(NOTE_REMOVED, [...namesOf(remove), revision]);
  }
  const rows = put.map(({ collection, id, body }) => ({ collection, id, body }));
  yield* sendRows(session, PUT, rows, [revision]);
  yield* keepDayRules(session, { put }, at.now);
  yield* writeCredentials(session, change.credentials ?? [], revision);
  followSite(session, { put, remove });
  return revision;
}

/** Edits of several appointments go on at the same time, while nobody changes the site. */
export function* editAppointment(session: DatabaseSession, edit: AppointmentEdit, at: Moment): Effects<EditDone> {
  const { appointment } = edit.before ?? edit.after ?? {};
  const { slot } = edit;
  yield* session.ask(SHARE_SITE, []);
  yield* session.ask(LOCK_APPOINTMENT, [appointment?.id ?? '']);
  if (edit.from !== (yield* siteRevision(session))) return false;
  // The last place is one person's. Nothing else is waited for behind this.
  if (slot !== undefined) yield* session.ask(LOCK_APPOINTMENT, [`slot ${slot.serviceId} ${slot.from}`]);
  const drafts = yield* edited(appointmentRows(session), edit);
  if (drafts === null) return false;
  if (drafts === 'full') return drafts;
  yield* writeAudit(session, drafts, edit, at);
  return true;
}

export function* readMeta(session: DatabaseSession, key: string): Effects<string | null> {
  return (yield* session.ask<{ value: string }>(READ_META, [key]))[0]?.value ?? null;
}

export function* writeMeta(session: DatabaseSession, key: string, value: string): Effects<void> {
  yield* session.change(WRITE_META, [key, value]);
}
