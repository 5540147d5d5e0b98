import { ok, type Result } from '../../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { subjectText } from '../webhook-rows.ts';

const PUT = `INSERT INTO webhook_delivery (id, webhook_id, seq, type, at, location_id, service_id, ticket_id, desk_id, subject,
    state, attempts, first_tried_at, tried_at, next_try_at, status_code, duration_ms, fault)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, tried_at = excluded.tried_at,
    next_try_at = excluded.next_try_at, status_code = excluded.status_code, duration_ms = excluded.duration_ms,
    fault = excluded.fault`;
const ADVANCE = 'UPDATE webhook_progress SET after_seq = max(after_seq, ?) WHERE webhook_id = ?';
const PAUSE = 'UPDATE webhook_progress SET paused_at = ? WHERE webhook_id = ?';
const PRUNE = `DELETE FROM webhook_delivery WHERE webhook_id = ? AND state <> 'waiting' AND number <=
  (SELECT number FROM webhook_delivery WHERE webhook_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`;
const EXISTS = "SELECT 1 FROM site_item WHERE collection = 'webhooks' AND id = ?";
const NUMBER = 'SELECT number FROM webhook_delivery WHERE id = ?';

/** Writes down how deliveries went and how far the webhook is. Of a webhook that is gone nothing is written. */
export function recordDeliveries(
  { db, now }: Transaction,
  { webhookId, after, deliveries, pause, keep }: QueueOperations['recordDeliveries']['input'],
): Result<QueueOperations['recordDeliveries']['output'], QueueFault> {
  if (db.get(EXISTS, webhookId) === undefined) return ok({ numbers: [] });
  const numbers = deliveries.map(({ event, ...delivery }) => {
    db.run(
      PUT,
      delivery.id,
      webhookId,
      event.sequence,
      event.type,
      event.at,
      event.locationId,
      event.serviceId,
      event.ticketId,
      event.deskId,
      subjectText({ ticket: event.ticket, answer: event.answer }),
      delivery.state,
      delivery.attempts,
      delivery.firstTriedAt,
      delivery.triedAt,
      delivery.nextTryAt,
      delivery.statusCode,
      delivery.durationMs,
      delivery.fault,
    );
    return db.get<{ number: number }>(NUMBER, delivery.id)?.number ?? 0;
  });
  db.run(ADVANCE, after, webhookId);
  if (pause) db.run(PAUSE, now, webhookId);
  db.run(PRUNE, webhookId, webhookId, keep);
  return ok({ numbers });
}
