/** Body of a webhook delivery. */
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
import type { WebhookDelivery } from '../operations/webhook-records.ts';

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
