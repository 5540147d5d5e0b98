import type { Steps } from '../../queue/step.ts';
import type { SiteChange, StoredItem } from '../store.ts';
import { auditOf, writeAudit } from './audit-log.ts';
import { writeCredentials } from './credentials.ts';
import { keepDayRules } from './day-rules.ts';
import { LOCK_SITE } from './locks.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';
import { followSite } from './webhook-events.ts';

const READ = statement('site', 'SELECT collection, id, body FROM site_item ORDER BY position');
const REMOVE = statement('remove-item', 'DELETE FROM site_item WHERE collection = $1 AND id = $2');
/** What is updated keeps its place: the order of a site file is the administrator's. */
const PUT = statement(
  'put-item',
  `INSERT INTO site_item (collection, id, body) VALUES ($1, $2, $3)
  ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body`,
);
const READ_META = statement('meta', 'SELECT value FROM meta WHERE key = $1');
const WRITE_META = statement(
  'put-meta',
  'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
);

export function readSite(session: Session): Steps<readonly StoredItem[]> {
  return session.ask<StoredItem>(READ, []);
}

export function* writeSite(
  session: Session,
  change: SiteChange,
  at: { readonly now: number; readonly changeId: string },
): Steps<void> {
  yield* session.ask(LOCK_SITE, []);
  writeAudit(session, yield* auditOf(session, change), change, at);
  for (const { collection, id } of change.remove) session.send(REMOVE, [collection, id]);
  for (const { collection, id, body } of change.put) session.send(PUT, [collection, id, body]);
  yield* keepDayRules(session, change, at.now);
  writeCredentials(session, change.credentials ?? []);
  followSite(session, change);
}

export function* readMeta(session: Session, key: string): Steps<string | null> {
  return (yield* session.ask<{ value: string }>(READ_META, [key]))[0]?.value ?? null;
}

export function* writeMeta(session: Session, key: string, value: string): Steps<void> {
  yield* session.change(WRITE_META, [key, value]);
}
