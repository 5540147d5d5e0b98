/** AsyncAPI 3.0 document of events and webhooks, generated from their schemas. */

import { withUsedComponents } from '../../rest/openapi/profiles.ts';
import { describedSchema, namedSchemas } from '../../rest/openapi/schemas.ts';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { WEBHOOK_HEADERS, WebhookBodySchema } from '../../webhooks/contract/webhooks.ts';
import { DeviceReportSchema, EventMessageSchema } from '../contract/events.ts';

const text = { type: 'string' } as const;

const message = (channel: string, name: string) => ({ $ref: `#/channels/${channel}/messages/${name}` });

/** Query of the WebSocket handshake, from the operation `events` of the OpenAPI document. */
const QUERY = {
  type: 'object',
  required: ['location'],
  properties: {
    location: { ...text, description: 'Id of the location.' },
    since: { type: 'integer', minimum: 0, description: 'The last `seq` that the client received.' },
    view: { enum: ['', 'public'], description: '`public`: no names, notes and devices.' },
    device: { ...text, description: 'Id of the device, while authentication is off.' },
  },
} as const;

export function asyncApiDocument(): JsonSchema {
  return withUsedComponents({
    asyncapi: '3.0.0',
    info: {
      title: 'Take a Number: events and webhooks',
      version: '2',
      description:
        'What the server sends when the queue changes: over a WebSocket for each location, and by HTTP to webhooks. Requests are in the OpenAPI description at `/restapi/openapi.json`.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/json',
    channels: {
      events: {
        address: '/restapi/v2/events',
        description: 'A WebSocket. First the whole state, then one message for each change; `seq` grows by one.',
        bindings: { ws: { method: 'GET', query: QUERY, bindingVersion: '0.1.0' } },
        messages: {
          event: {
            name: 'event',
            title: 'State of the location, or one change',
            payload: describedSchema(EventMessageSchema),
          },
          deviceStatus: {
            name: 'device.status',
            title: 'Status of the device that is connected',
            payload: describedSchema(DeviceReportSchema),
          },
        },
      },
      webhooks: {
        address: null,
        description: 'The URL of a webhook of the site.',
        messages: {
          webhook: {
            name: 'webhook',
            title: 'One event of the queue',
            headers: {
              type: 'object',
              required: Object.values(WEBHOOK_HEADERS),
              properties: Object.fromEntries(Object.values(WEBHOOK_HEADERS).map((name) => [name, text])),
            },
            payload: describedSchema(WebhookBodySchema),
          },
        },
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server sends the state and each change of a location.',
        messages: [message('events', 'event')],
      },
      receiveDeviceStatus: {
        action: 'receive',
        channel: { $ref: '#/channels/events' },
        summary: 'A device reports its status.',
        messages: [message('events', 'deviceStatus')],
      },
      sendWebhooks: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'The server posts each event to the webhooks that subscribe to its type.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: [message('webhooks', 'webhook')],
      },
    },
    components: { schemas: namedSchemas([EventMessageSchema, DeviceReportSchema, WebhookBodySchema]) },
  });
}
