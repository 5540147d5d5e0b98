/**
 * Site revisions shared by servers.
 *
 * Each change holds a lock and creates a new revision, which other servers watch.
 */

import type { Credential, CredentialNews } from '../../../access/operations/credentials.ts';
import { readCredentials } from '../../../access/sql/credentials.ts';
import type { Effects } from '../../../database/effect.ts';
import type { Beat } from '../../../database/postgres/heartbeat.ts';
import { LOCK_APPOINTMENT, LOCK_SITE, SHARE_SITE } from '../../../database/postgres/locks.ts';
import { awaited, type DatabaseSession, openSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
import { subscribe } from '../../../lib/lists.ts';
import type {
  AppointmentEdit,
  EditDone,
  SiteChange,
  SiteListener,
  SiteNews,
  StoredItem,
} from '../../operations/site-changes.ts';
import {
  changeSite,
  editAppointment as edited,
  inOrder,
  type Moment,
  PAGE_ITEMS,
  type PlacedItem,
  sitePage,
} from '../site-items.ts';

const NOTE_REMOVED = statement(
  'note-removed-items',
  `INSERT INTO site_removed (collection, id, revision)
  SELECT DISTINCT collection, id, $3::bigint FROM unnest($1::text[], $2::text[]) AS r (collection, id)
  ON CONFLICT (collection, id) DO UPDATE SET revision = excluded.revision`,
);
const CHANGED = statement(
  'site-since',
  'SELECT collection, id, body FROM site_item WHERE revision > $1 ORDER BY position',
);
/** Includes items added again since then: they have a new position. */
const REMOVED = statement('removed-since', 'SELECT collection, id FROM site_removed WHERE revision > $1');
const CREDENTIALS = statement(
  'credentials-since',
  `SELECT kind, id, secret, generation, must_change AS "mustChange" FROM credential WHERE revision > $1`,
);
const REVISION = statement('site-revision', 'SELECT number FROM site_revision WHERE only_one');
const PUT_REVISION = statement(
  'put-site-revision',
  'INSERT INTO site_revision (number) VALUES ($1) ON CONFLICT (only_one) DO UPDATE SET number = excluded.number',
);

/** Call it within a transaction: another server may change the site between two pages. */
export function* readSite(session: DatabaseSession): Effects<readonly StoredItem[]> {
  const items: PlacedItem[] = [];
  for (let after: PlacedItem | null = null; ; ) {
    const page: readonly PlacedItem[] = yield* sitePage(postgresRunner(session), { after, limit: PAGE_ITEMS });
    for (const item of page) items.push(item);
    if (page.length < PAGE_ITEMS) return inOrder(items);
    after = page.at(-1) ?? null;
  }
}

/** Number of site changes; 0 for a new site. */
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
  if (since === null) return { revision, whole: true, credentials: yield* readCredentials(postgresRunner(session)) };
  return { revision, whole: false, credentials: yield* session.ask<Credential>(CREDENTIALS, [since]) };
}

/** The new revision; null without a write if the change's base revision is outdated. */
export function* writeSite(session: DatabaseSession, change: SiteChange, at: Moment): Effects<number | null> {
  yield* session.ask(LOCK_SITE, []);
  const before = yield* siteRevision(session);
  if (change.from !== undefined && change.from !== before) return null;
  const revision = before + 1;
  if (!(yield* changeSite(postgresRunner(session), change, at, revision))) return null;
  const { remove } = change;
  if (remove.length > 0) {
    const names = [remove.map(({ collection }) => collection), remove.map(({ id }) => id)] as const;
    session.send(NOTE_REMOVED, [...names, revision]);
  }
  session.send(PUT_REVISION, [revision]);
  return revision;
}

/** Appointment edits can run concurrently, while a lock prevents site changes. */
export function* editAppointment(session: DatabaseSession, edit: AppointmentEdit, at: Moment): Effects<EditDone> {
  const { appointment } = edit.before ?? edit.after ?? {};
  const { slot } = edit;
  yield* session.ask(SHARE_SITE, []);
  yield* session.ask(LOCK_APPOINTMENT, [appointment?.id ?? '']);
  if (edit.from !== (yield* siteRevision(session))) return false;
  // Only one edit can take the last place. No other lock follows this one.
  if (slot !== undefined) yield* session.ask(LOCK_APPOINTMENT, [`slot ${slot.serviceId} ${slot.from}`]);
  return yield* edited(postgresRunner(session), edit, at);
}

/** A single heartbeat can be outdated; this many in a row are reliable. */
const SURE_BEATS = 3;

export interface SiteWatch {
  /** Called with every heartbeat, so that a listener that failed to read the site retries. */
  onSite(listener: SiteListener): () => void;
  /** Reports a change made by this server. */
  saw(revision: number): void;
  readonly beat: Beat;
}

/** @param onChange called once per new revision, before the other listeners */
export function createSiteWatch(onChange: () => void): SiteWatch {
  const listeners = new Set<SiteListener>();
  let known: number | null = null;
  let lower = 0;

  function saw(revision: number): void {
    const isNew = known !== null && revision > known;
    known = Math.max(known ?? 0, revision);
    if (isNew) onChange();
    for (const listener of listeners) listener(revision);
  }

  /** After a failover without the last changes: the new primary's site applies. */
  function wentBack(revision: number): void {
    known = revision;
    onChange();
    for (const listener of listeners) listener(revision, true);
  }

  return {
    onSite: (listener) => subscribe(listeners, listener),
    saw,
    async beat(line) {
      const revision = await awaited(siteRevision(openSession(line, null)));
      lower = known !== null && revision < known ? lower + 1 : 0;
      if (lower === 0) saw(revision);
      else if (lower >= SURE_BEATS) wentBack(revision);
    },
  };
}
