import { createHash } from 'node:crypto';
import type { WebhookEvent } from '../operations/webhook-records.ts';

/**
 * The id of a delivery: always the same for this event and webhook, so that nothing need be written down before the
 * first try, and a try after a crash bears the id of the one before it. `source` makes it differ between databases, the
 * event's own data between two lives of a database that was restored. A UUID of version 8 (RFC 9562, section 5.8).
 */
export function deliveryId(source: string, webhookId: string, event: WebhookEvent): string {
  const { sequence, type, at, ticketId } = event;
  const hash = createHash('sha256')
    .update(JSON.stringify([source, webhookId, sequence, type, at, ticketId]))
    .digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) & 3] ?? '8';
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
