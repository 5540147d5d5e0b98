/** Webhook section of the OpenAPI document. */

import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { WEBHOOK_HEADERS, WebhookBodySchema } from '../../webhooks/contract/webhooks.ts';
import { describedSchema } from './schemas.ts';

const HEADERS: Readonly<Record<keyof typeof WEBHOOK_HEADERS, string>> = {
  signature:
    '`t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256, keyed with the secret of the webhook, over `t`, a full stop and the body as it came.',
  delivery: 'Id of the delivery, the same at every try.',
  event: 'Kind of the event.',
  attempt: '1 for the first try.',
};

export function webhookSection(): JsonSchema {
  return {
    queueEvent: {
      post: {
        operationId: 'webhook_event',
        tags: ['Watching the server'],
        security: [],
        description: 'Whoever takes it proves by the signature that it comes from here; no key is sent.',
        summary: 'Something has happened in the queue. Sent to each webhook of the site that asked for it.',
        parameters: Object.entries(HEADERS).map(([name, description]) => ({
          name: WEBHOOK_HEADERS[name as keyof typeof WEBHOOK_HEADERS],
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: describedSchema(WebhookBodySchema) } },
        },
        responses: {
          '2XX': { description: 'Taken; the next one comes.' },
          400: {
            description:
              'This one will never be taken (405, 406, 409, 413, 414, 415, 422 and 501 too): the next one comes.',
          },
          410: { description: 'Nobody is here any more: the webhook is paused.' },
          default: { description: 'It is sent again later, for a day.' },
        },
      },
    },
  };
}
