/** Body of a webhook delivery. */

import { createHash, createHmac } from 'node:crypto';
import {
  alarmNews,
  eventDesk,
  eventTicket,
  iso,
  limitNews,
  shownStaffCall,
} from '../../events/service/event-shapes.ts';
import type { TicketRecord } from '../../queue/contract/records.ts';
import type { Webhook } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { WebhookBody } from '../contract/webhooks.ts';
import type { WebhookDelivery, WebhookEvent } from '../operations/webhook-records.ts';

/** Body of a delivery as text. The same in every attempt, except for personal data erased in between. */
export function webhookBody(
  { id, event }: Pick<WebhookDelivery, 'id' | 'event'>,
  ticket: TicketRecord | null,
  { site, webhook }: { readonly site: Site; readonly webhook: Webhook },
): string {
  const { type, sequence, at, locationId, answer = null, change, alarm, away, limit, staffCall } = event;
  if (type === 'site.changed') throw new Error('Webhooks do not receive changes of the site.');
  const personal = webhook.include_personal_data;
  const body: WebhookBody = {
    id,
    type,
    sequence,
    at: iso(at),
    location: locationId,
    ...(ticket === null
      ? {}
      : {
          // Independent of the display settings: a name is only sent if the webhook may have it.
          ticket: eventTicket(site, { ticket, answer }, personal ? 'staff' : 'stranger'),
        }),
    ...(change === undefined ? {} : { change }),
    ...(alarm === undefined ? {} : { alarm: alarmNews(site, alarm) }),
    ...(type === 'desk.changed' ? { desk: eventDesk({ ...event, away }, personal ? 'staff' : 'stranger') } : {}),
    ...(limit === undefined ? {} : { limit: limitNews(site, limit) }),
    ...(staffCall === undefined ? {} : { staff_call: shownStaffCall(site, staffCall, personal) }),
  };
  return JSON.stringify(body);
}

/** Signature header of a body sent at that second: see `webhooks/contract/webhooks.ts`. */
export function signature(secret: string, seconds: number, body: string): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${hash}`;
}

/**
 * Id of a delivery, derived from event and webhook. So nothing is stored before the first attempt, and an attempt after
 * a crash has the same id. `source` makes it unique over databases, the event's data over a restore. A UUIDv8 (RFC
 * 9562, section 5.8).
 */
export function deliveryId(source: string, webhookId: string, event: WebhookEvent): string {
  const { sequence, type, at, ticketId } = event;
  const hash = createHash('sha256')
    .update(JSON.stringify([source, webhookId, sequence, type, at, ticketId]))
    .digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) & 3] ?? '8';
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
