/**
 * Site revisions shared by servers.
 *
 * Each change holds a lock and gives a new revision, which the others watch.
 */

import type { Credential, CredentialNews } from '../../../access/operations/credentials.ts';
import { readCredentials } from '../../../access/sql/credentials.ts';
import type { Effects } from '../../../database/effect.ts';
import type { Beat } from '../../../database/postgres/heartbeat.ts';
import { LOCK_APPOINTMENT, LOCK_SITE, SHARE_SITE } from '../../../database/postgres/locks.ts';
import { awaited, type DatabaseSession, openSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
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
/** Also what has come again since then: it has another place now. */
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

/** To be asked within a transaction: another server may change it between two pages. */
export function* readSite(session: DatabaseSession): Effects<readonly StoredItem[]> {
  const items: PlacedItem[] = [];
  for (let after: PlacedItem | null = null; ; ) {
    const page: readonly PlacedItem[] = yield* sitePage(postgresRunner(session), { after, limit: PAGE_ITEMS });
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
  if (since === null) return { revision, whole: true, credentials: yield* readCredentials(postgresRunner(session)) };
  return { revision, whole: false, credentials: yield* session.ask<Credential>(CREDENTIALS, [since]) };
}

/** The new revision; null, and nothing is written, when the change was made from what is no longer so. */
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

/** Edits of several appointments go on at the same time, while nobody changes the site. */
export function* editAppointment(session: DatabaseSession, edit: AppointmentEdit, at: Moment): Effects<EditDone> {
  const { appointment } = edit.before ?? edit.after ?? {};
  const { slot } = edit;
  yield* session.ask(SHARE_SITE, []);
  yield* session.ask(LOCK_APPOINTMENT, [appointment?.id ?? '']);
  if (edit.from !== (yield* siteRevision(session))) return false;
  // The last place is one person's. Nothing else is waited for behind this.
  if (slot !== undefined) yield* session.ask(LOCK_APPOINTMENT, [`slot ${slot.serviceId} ${slot.from}`]);
  return yield* edited(postgresRunner(session), edit, at);
}

/** What a beat sees may be a moment old; what several see in a row is so. */
const SURE_BEATS = 3;

export interface SiteWatch {
  /** Told with every beat, so that who could not read the site just then hears of it again. */
  onSite(listener: SiteListener): () => void;
  /** A change that this server has made itself. */
  saw(revision: number): void;
  readonly beat: Beat;
}

/** @param onChange called once for each revision that is new here, before the others. */
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

  /** The machine that took over has not got the last changes: the site is what that one has. */
  function wentBack(revision: number): void {
    known = revision;
    onChange();
    for (const listener of listeners) listener(revision, true);
  }

  return {
    onSite(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    saw,
    async beat(line) {
      const revision = await awaited(siteRevision(openSession(line, null)));
      lower = known !== null && revision < known ? lower + 1 : 0;
      if (lower === 0) saw(revision);
      else if (lower >= SURE_BEATS) wentBack(revision);
    },
  };
}
