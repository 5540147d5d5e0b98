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

/** The body of a delivery as text. The same at every try, but for personal data that was erased in between. */
export function webhookBody(
  { id, event }: Pick<WebhookDelivery, 'id' | 'event'>,
  ticket: TicketRecord | null,
  { site, webhook }: { readonly site: Site; readonly webhook: Webhook },
): string {
  const { type, sequence, at, locationId, answer = null, change, alarm, away, limit, staffCall } = event;
  if (type === 'site.changed') throw new Error('Webhooks are not told of changes of the site.');
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
          // What displays of this site may show is another matter: the name goes out only where the webhook may have it.
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

/** The signature header of a body that is sent at that second: see `webhooks/contract/webhooks.ts`. */
export function signature(secret: string, seconds: number, body: string): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${hash}`;
}

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
