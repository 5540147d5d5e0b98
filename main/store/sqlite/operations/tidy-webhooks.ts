import { ok, type Result } from '../../../contract/result.ts';
import { isSubscribed } from '../../../core/webhooks/subscription.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { EVENT_COLUMNS, type EventRow, webhookEvent } from '../webhook-rows.ts';

type Input = QueueOperations['tidyWebhooks']['input'];

const OLDEST = `SELECT ${EVENT_COLUMNS} FROM webhook_event ORDER BY seq LIMIT ?`;
const NEWEST = 'SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1';
const MISS = `UPDATE webhook_progress SET after_seq = ?, missed = missed + ? WHERE webhook_id = ?`;
const GIVE_UP = `UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL
  WHERE webhook_id = ? AND state = 'waiting' AND seq <= ?`;
const PRUNE_LOG = `DELETE FROM webhook_delivery WHERE number IN (SELECT number FROM
  (SELECT number, tried_at, state FROM webhook_delivery ORDER BY number LIMIT ?)
  WHERE tried_at < ? AND state <> 'waiting')`;

/**
 * Deletes a slice of what nobody needs any more: events that every webhook has behind it, those that are too old or too
 * many although somebody has not had them (which are counted), and old entries of the log. Says whether there is more.
 */
export function tidyWebhooks(
  { db }: Transaction,
  input: Input,
): Result<QueueOperations['tidyWebhooks']['output'], QueueFault> {
  const { limit, eventsSince, mostEvents, logSince } = input;
  const webhooks = db.all<{ webhook_id: string; after_seq: number }>(
    'SELECT webhook_id, after_seq FROM webhook_progress',
  );
  const done = Math.min(Number.MAX_SAFE_INTEGER, ...webhooks.map(({ after_seq }) => after_seq));
  const last = db.get<{ seq: number }>(NEWEST)?.seq ?? 0;
  const rows = db.all<EventRow>(OLDEST, limit);
  const stays = rows.findIndex(({ seq, at }) => seq > done && seq > last - mostEvents && at >= eventsSince);
  const goes = stays < 0 ? rows : rows.slice(0, stays);
  const end = goes.at(-1)?.seq ?? 0;
  if (goes.length > 0) db.run('DELETE FROM webhook_event WHERE seq <= ?', end);

  const missed = webhooks.flatMap(({ webhook_id: webhookId, after_seq }) => {
    if (after_seq >= end) return [];
    const subscription = input.webhooks.find(({ id }) => id === webhookId);
    const lost = goes.filter(
      (row) => row.seq > after_seq && subscription !== undefined && isSubscribed(subscription, webhookEvent(row)),
    ).length;
    db.run(MISS, end, lost, webhookId);
    db.run(GIVE_UP, webhookId, end);
    return lost > 0 ? [{ webhookId, events: lost }] : [];
  });
  const pruned = db.run(PRUNE_LOG, limit, logSince);
  return ok({ missed, more: goes.length === limit || pruned === limit });
}
