/**
 * The outbox of webhooks. What happened is kept in the transaction that made it happen, by one statement for all that is
 * committed together. Its numbers follow the commits, of all locations together: whoever has read up to one has missed none
 * before it. So the transactions that write it wait for each other at their ends, as long as a webhook is in use.
 */

import { DONE, type Effect } from '../../../database/effect.ts';
import { LOCK_OUTBOX } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { asJson, statement } from '../../../database/postgres/statement.ts';
import type { QueueEvent } from '../../../queue/contract/records.ts';
import type { CollectionName } from '../../../site/contract/site.ts';
import type { SiteChange } from '../../../site/operations/site-changes.ts';
import { subjectText } from '../event-subject.ts';

/** Asked at the beginning of a transaction. */
export const IS_WANTED = statement('is-outbox-wanted', 'SELECT EXISTS (SELECT 1 FROM webhook_progress) AS wanted');
const KEEP = statement(
  'keep-webhook-events',
  `INSERT INTO webhook_event (type, at, location_id, service_id, ticket_id, desk_id, subject)
  SELECT type, at, "locationId", "serviceId", "ticketId", "deskId", subject FROM ROWS FROM (json_to_recordset($1::json)
    AS (type text, at bigint, "locationId" text, "serviceId" text, "ticketId" text, "deskId" text, subject text))
    WITH ORDINALITY AS event ORDER BY ordinality`,
);

/** Keeps what a transaction changed; the last that it does. */
export function keepEvents(session: DatabaseSession, events: readonly QueueEvent[]): void {
  const told = events.filter(({ type }) => type !== 'site.changed');
  if (told.length === 0) return;
  const rows = told.map(({ ticket, answer, change, alarm, away, limit, staffCall, ...event }) => ({
    ...event,
    subject: subjectText({ ticket, answer, change, alarm, away, limit, staffCall }),
  }));
  session.send(LOCK_OUTBOX, []);
  session.send(KEEP, [asJson(rows)]);
}

const WEBHOOKS: CollectionName = 'webhooks';

/** From the place where the events are now: what was before is not for a webhook that comes. */
const BEGIN = statement(
  'begin-webhook',
  `INSERT INTO webhook_progress (webhook_id, after_seq)
  SELECT webhook_id, CASE WHEN is_called THEN last_value ELSE 0 END FROM webhook_event_seq_seq, unnest($1::text[]) AS webhook_id
  ON CONFLICT (webhook_id) DO UPDATE SET paused_at = NULL, goings = webhook_progress.goings + 1`,
);
const HURRY = statement(
  'hurry-deliveries',
  `UPDATE webhook_delivery SET next_try_at = 0 WHERE webhook_id = ANY ($1) AND state = 'waiting'`,
);
const FAIL = `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL WHERE webhook_id = ANY ($1) AND state = 'waiting'`;
const GIVE_UP = statement('give-up-webhook', FAIL);
/** Of a time when it was in use before; it will not get there again. */
const GIVE_UP_OLD = statement(
  'give-up-old-deliveries',
  `${FAIL} AND seq <= (SELECT after_seq FROM webhook_progress WHERE webhook_id = webhook_delivery.webhook_id)`,
);
const DROP_PROGRESS = statement('drop-webhook-progress', 'DELETE FROM webhook_progress WHERE webhook_id = ANY ($1)');
const DROP_LOG = statement('drop-webhook-log', 'DELETE FROM webhook_delivery WHERE webhook_id = ANY ($1)');

/**
 * A webhook begins, goes on at once after a change, or is forgotten, together with the site that says so.
 * @param change each item once
 */
export function followSite(session: DatabaseSession, { put, remove }: Pick<SiteChange, 'put' | 'remove'>): void {
  const gone = remove.filter(({ collection }) => collection === WEBHOOKS).map(({ id }) => id);
  const [inUse, idle]: [string[], string[]] = [[], []];
  for (const { collection, id, body } of put) {
    if (collection !== WEBHOOKS) continue;
    const { state } = JSON.parse(body) as { readonly state?: unknown };
    (state === 1 ? inUse : idle).push(id);
  }
  if (gone.length + idle.length > 0) session.send(DROP_PROGRESS, [[...gone, ...idle]]);
  if (gone.length > 0) session.send(DROP_LOG, [gone]);
  if (idle.length > 0) session.send(GIVE_UP, [idle]);
  if (inUse.length > 0) goOnWithWebhooks(session, inUse);
}

/** Takes webhooks out of their pause, or into use, and has what waits tried at once. */
export function goOnWithWebhooks(session: DatabaseSession, webhookIds: readonly string[]): Effect<void> {
  session.send(LOCK_OUTBOX, []);
  session.send(BEGIN, [webhookIds]);
  session.send(GIVE_UP_OLD, [webhookIds]);
  session.send(HURRY, [webhookIds]);
  return DONE;
}
