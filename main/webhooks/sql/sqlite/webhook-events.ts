/**
 * The outbox of webhooks. What happened is kept in the transaction that made it happen, by one statement for all that
 * is committed together, and by none while no webhook is in use.
 */

import { DONE, type Effect } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { QueueEvent } from '../../../queue/contract/records.ts';
import type { CollectionName } from '../../../site/contract/site.ts';
import type { SiteChange } from '../../../site/operations/site-changes.ts';
import { subjectText } from '../event-subject.ts';

const KEEP = `INSERT INTO webhook_event (type, at, location_id, service_id, ticket_id, desk_id, subject)
  SELECT value ->> 'type', value ->> 'at', value ->> 'locationId', value ->> 'serviceId', value ->> 'ticketId',
    value ->> 'deskId', value ->> 'subject'
  FROM json_each(?) ORDER BY key`;

export interface WebhookOutbox {
  /** Keeps what a transaction changed, within it. */
  keep(db: Db, events: readonly QueueEvent[]): void;
  /** To be told when the webhooks have changed, or the change was undone. */
  lookAgain(): void;
}

export function createWebhookOutbox(): WebhookOutbox {
  let known: { readonly db: Db; readonly wanted: boolean } | null = null;
  return {
    keep(db, events) {
      const told = events.filter(({ type }) => type !== 'site.changed');
      if (told.length === 0) return;
      if (known?.db !== db) {
        known = { db, wanted: db.get('SELECT 1 FROM webhook_progress LIMIT 1') !== undefined };
      }
      if (known.wanted) db.run(KEEP, JSON.stringify(told.map(withSubject)));
    },
    lookAgain() {
      known = null;
    },
  };
}

function withSubject({ ticket, answer, change, alarm, away, limit, staffCall, ...event }: QueueEvent): object {
  return { ...event, subject: subjectText({ ticket, answer, change, alarm, away, limit, staffCall }) };
}

const WEBHOOKS: CollectionName = 'webhooks';

/** From the place where the events are now: what was before is not for a webhook that comes. */
const BEGIN = `INSERT INTO webhook_progress (webhook_id, after_seq)
  VALUES (?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'webhook_event'), 0))
  ON CONFLICT (webhook_id) DO UPDATE SET paused_at = NULL`;
const HURRY = `UPDATE webhook_delivery SET next_try_at = 0 WHERE webhook_id = ? AND state = 'waiting'`;
const GIVE_UP = `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE webhook_id = ? AND state = 'waiting'`;
/** Of a time when it was in use before; it will not get there again. */
const GIVE_UP_OLD = `${GIVE_UP} AND seq <= (SELECT after_seq FROM webhook_progress WHERE webhook_id = ?)`;

/** A webhook begins, goes on at once after a change, or is forgotten, together with the site that says so. */
export function followSite(db: Db, change: SiteChange): void {
  for (const { collection, id } of change.remove) {
    if (collection !== WEBHOOKS) continue;
    db.run('DELETE FROM webhook_progress WHERE webhook_id = ?', id);
    db.run('DELETE FROM webhook_delivery WHERE webhook_id = ?', id);
  }
  for (const { collection, id, body } of change.put) {
    if (collection !== WEBHOOKS) continue;
    const { state }: { readonly state?: unknown } = JSON.parse(body);
    if (state === 1) goOnWithWebhook(db, id);
    else {
      db.run('DELETE FROM webhook_progress WHERE webhook_id = ?', id);
      db.run(GIVE_UP, id);
    }
  }
}

/** Takes a webhook out of its pause, or into use, and has what waits tried at once. */
export function goOnWithWebhook(db: Db, webhookId: string): Effect<void> {
  db.run(BEGIN, webhookId);
  db.run(GIVE_UP_OLD, webhookId, webhookId);
  db.run(HURRY, webhookId);
  return DONE;
}
