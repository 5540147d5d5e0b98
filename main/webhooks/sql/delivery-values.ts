/** The row that is written of a webhook's delivery, the same in both databases. */

import type { WebhookDelivery } from '../operations/webhook-records.ts';
import { subjectText } from './event-subject.ts';

/** In the order of `deliveryValues`. */
export const WRITTEN_COLUMNS = [
  'id',
  'webhook_id',
  'seq',
  'type',
  'at',
  'location_id',
  'service_id',
  'ticket_id',
  'desk_id',
  'subject',
  'state',
  'attempts',
  'first_tried_at',
  'tried_at',
  'next_try_at',
  'status_code',
  'duration_ms',
  'fault',
];

/** In the order of `WRITTEN_COLUMNS`. */
export function deliveryValues(
  webhookId: string,
  { event, ...delivery }: Omit<WebhookDelivery, 'number' | 'webhookId'>,
): readonly (string | number | null)[] {
  return [
    delivery.id,
    webhookId,
    event.sequence,
    event.type,
    event.at,
    event.locationId,
    event.serviceId,
    event.ticketId,
    event.deskId,
    subjectText(event),
    delivery.state,
    delivery.attempts,
    delivery.firstTriedAt,
    delivery.triedAt,
    delivery.nextTryAt,
    delivery.statusCode,
    delivery.durationMs,
    delivery.fault,
  ];
}
