/**
 * Outbox of webhooks.
 *
 * Events are stored in the transaction that causes them, with one statement per commit, and none while no webhook is in
 * use. In PostgreSQL the numbers follow the commit order over all locations, so a reader misses no earlier event. For
 * that, writing transactions wait for each other at their ends.
 */

import type { Effects } from '../../database/effect.ts';
import { LOCK_OUTBOX } from '../../database/postgres/locks.ts';
import { insertRows, sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { WEBHOOK_EVENT } from '../../database/tables/every-table.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { CollectionName } from '../../site/contract/site.ts';
import type { SiteChange } from '../../site/operations/site-changes.ts';
import { subjectText } from './stored-events.ts';

/** Whether a webhook is in use. */
export const IS_WANTED = sql(
  'is-outbox-wanted',
  ({ flag }) => `SELECT ${flag('EXISTS (SELECT 1 FROM webhook_progress)', 'wanted')}`,
);
const KEEP = sql('keep-webhook-events', (dialect) =>
  insertRows(dialect, WEBHOOK_EVENT, ['type', 'at', 'location_id', 'service_id', 'ticket_id', 'desk_id', 'subject']),
);

/** Stores the events of a transaction, as its last step. */
export function* keepEvents(db: SqlRunner, events: readonly QueueEvent[]): Effects<void> {
  const rows = events.flatMap(({ type, at, locationId, serviceId, ticketId, deskId, ...subject }) => {
    if (type === 'site.changed') return [];
    const ids = { location_id: locationId, service_id: serviceId, ticket_id: ticketId, desk_id: deskId };
    return [{ type, at, ...ids, subject: subjectText(subject) }];
  });
  if (rows.length === 0) return;
  yield* db.lock(LOCK_OUTBOX);
  yield* db.send(KEEP, db.json(rows));
}

const WEBHOOKS: CollectionName = 'webhooks';

/** A new webhook starts after the current last event. */
const LAST_EVENT = {
  sqlite: "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'webhook_event'), 0)",
  postgres: '(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM webhook_event_seq_seq)',
};
const BEGIN = sql(
  'begin-webhook',
  ({ engine, rows, inPostgres }) => `INSERT INTO webhook_progress (webhook_id, after_seq)
  SELECT webhook_id, ${LAST_EVENT[engine]} FROM ${rows({ webhook_id: 'text' })} ORDER BY ordinality
  ON CONFLICT (webhook_id) DO UPDATE SET paused_at = NULL${inPostgres(', goings = webhook_progress.goings + 1')}`,
);
const HURRY = sql(
  'hurry-deliveries',
  ({ isIn }) => `UPDATE webhook_delivery SET next_try_at = 0 WHERE ${isIn('webhook_id', 1)} AND state = 'waiting'`,
);
const GIVE_UP = sql(
  'give-up-webhook',
  ({ isIn }) => `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE ${isIn('webhook_id', 1)} AND state = 'waiting'`,
);
/** Drops pending deliveries from an earlier time of use. */
const GIVE_UP_OLD = sql(
  'give-up-old-deliveries',
  ({ isIn }) => `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE ${isIn('webhook_id', 1)} AND state = 'waiting'
    AND seq <= (SELECT after_seq FROM webhook_progress WHERE webhook_id = webhook_delivery.webhook_id)`,
);
const DROP_PROGRESS = sql(
  'drop-webhook-progress',
  ({ isIn }) => `DELETE FROM webhook_progress WHERE ${isIn('webhook_id', 1)}`,
);
const DROP_LOG = sql('drop-webhook-log', ({ isIn }) => `DELETE FROM webhook_delivery WHERE ${isIn('webhook_id', 1)}`);

/**
 * Starts, hurries or removes webhooks after a site change, in the same transaction.
 * @param change each item once
 */
export function* followSite(db: SqlRunner, { put, remove }: Pick<SiteChange, 'put' | 'remove'>): Effects<void> {
  const gone = remove.filter(({ collection }) => collection === WEBHOOKS).map(({ id }) => id);
  const [inUse, idle]: [string[], string[]] = [[], []];
  for (const { collection, id, body } of put) {
    if (collection !== WEBHOOKS) continue;
    const { state }: { readonly state?: unknown } = JSON.parse(body);
    (state === 1 ? inUse : idle).push(id);
  }
  if (gone.length + idle.length > 0) yield* db.send(DROP_PROGRESS, [...gone, ...idle]);
  if (gone.length > 0) yield* db.send(DROP_LOG, gone);
  if (idle.length > 0) yield* db.send(GIVE_UP, idle);
  if (inUse.length > 0) yield* goOnWithWebhooks(db, inUse);
}

/** Resumes or enables webhooks, and retries pending deliveries at once. */
export function* goOnWithWebhooks(db: SqlRunner, webhookIds: readonly string[]): Effects<void> {
  yield* db.lock(LOCK_OUTBOX);
  yield* db.send(BEGIN, db.json(webhookIds.map((id) => ({ webhook_id: id }))));
  yield* db.send(GIVE_UP_OLD, webhookIds);
  yield* db.send(HURRY, webhookIds);
}
