/** Deliveries of webhooks. */
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  WebhookDeliveryAnswer,
  WebhookDeliveryParameters,
  WebhookLogAnswer,
  WebhookLogParameters,
  WebhookParameters,
  WebhookSecretAnswer,
} from './rest/webhooks.ts';

export const LIST_DELIVERIES = endpoint<typeof WebhookLogParameters, typeof WebhookLogAnswer>(
  'GET v2/admin/webhooks/:id/deliveries',
);
export const TEST_WEBHOOK = endpoint<typeof WebhookParameters, typeof WebhookDeliveryAnswer>(
  'POST v2/admin/webhooks/:id/test',
);
export const RETRY_DELIVERY = endpoint<typeof WebhookDeliveryParameters, typeof WebhookDeliveryAnswer>(
  'POST v2/admin/webhooks/:id/deliveries/:delivery/retry',
);
export const RESUME_WEBHOOK = endpoint<typeof WebhookParameters, typeof DoneAnswer>(
  'POST v2/admin/webhooks/:id/resume',
);
export const CREATE_WEBHOOK_SECRET = endpoint<typeof WebhookParameters, typeof WebhookSecretAnswer>(
  'POST v2/admin/webhooks/:id/secret',
);
