/**
 * REST operations on the state, log and test of webhooks (extension). They are configured as a collection of the site.
 */

import { randomBytes } from 'node:crypto';
import { boundSecret, webhookDestination } from '../../access/service/bound-secret.ts';
import { auditActor } from '../../access/service/caller.ts';
import { iso } from '../../events/service/event-shapes.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { ADMIN, backOffice } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Webhook } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import {
  CREATE_WEBHOOK_SECRET,
  LIST_DELIVERIES,
  RESUME_WEBHOOK,
  RETRY_DELIVERY,
  TEST_WEBHOOK,
} from '../contract/endpoints.ts';
import {
  type DeliveryView,
  WebhookDeliveryAnswer,
  WebhookDeliveryParameters,
  WebhookLogAnswer,
  WebhookLogParameters,
  WebhookParameters,
  WebhookSecretAnswer,
  WebhookStatesAnswer,
  type WebhookStateView,
} from '../contract/rest/webhooks.ts';
import type { WebhookDelivery } from '../operations/webhook-records.ts';
import type { Webhooks, WebhookView } from '../service/webhooks.ts';

const SECRET_BYTES = 32;

interface WebhookServices {
  readonly sites: SiteHolder;
  readonly webhooks: Webhooks | null;
}

const states = ({ webhooks }: WebhookServices) =>
  operation({
    name: 'webhook_status',
    area: 'admin',
    summary: 'State of each webhook, and its delayed and missed events.',
    errnos: [ERRNO.cannotConclude],
    method: 'GET',
    path: `${ADMIN}/webhook-status`,
    ...backOffice,
    parameters: NoParameters,
    answer: WebhookStatesAnswer,
    async handle(_parameters, _request) {
      return webhooks === null
        ? fail(unsent)
        : ok({ success: true, webhooks: (await webhooks.views()).map(stateView) });
    },
  });

const deliveries = ({ webhooks }: WebhookServices) =>
  operation({
    name: 'webhook_deliveries',
    area: 'admin',
    summary: 'Deliveries of a webhook with their results, newest first, without personal data.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: LIST_DELIVERIES,
    ...backOffice,
    parameters: WebhookLogParameters,
    answer: WebhookLogAnswer,
    async handle({ id, before, limit }, { store }) {
      if (webhooks === null) return fail(unsent);
      if (!/^\d{0,15}$/.test(before)) return refuse(ERRNO.invalidParameters, 'before');
      const view = (await webhooks.views()).find((one) => one.id === id);
      if (view === undefined) return refuse(ERRNO.notFound, 'id');
      const log = await store.query('webhookDeliveries', {
        webhookId: id,
        limit,
        ...(before === '' ? {} : { before: Number(before) }),
      });
      const next = log.length < limit ? '' : String(log.at(-1)?.number ?? '');
      return ok({ success: true, webhook: stateView(view), deliveries: log.map(deliveryView), next });
    },
  });

const test = ({ sites, webhooks }: WebhookServices) =>
  operation({
    name: 'test_webhook',
    area: 'admin',
    summary: 'Sends a ping to a webhook at once, and returns the result.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: TEST_WEBHOOK,
    ...backOffice,
    parameters: WebhookParameters,
    answer: WebhookDeliveryAnswer,
    async handle({ id }) {
      const found = findWebhook({ sites, webhooks }, id);
      return found.ok ? told(await found.value.webhooks.test(found.value.webhook)) : found;
    },
  });

const retry = ({ sites, webhooks }: WebhookServices) =>
  operation({
    name: 'retry_webhook_delivery',
    area: 'admin',
    summary: 'Retries a delivery of the log at once, with the same id.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: RETRY_DELIVERY,
    ...backOffice,
    parameters: WebhookDeliveryParameters,
    answer: WebhookDeliveryAnswer,
    async handle({ id, delivery }) {
      const found = findWebhook({ sites, webhooks }, id);
      return found.ok ? told(await found.value.webhooks.retry(found.value.webhook, delivery)) : found;
    },
  });

const resume = ({ sites, webhooks }: WebhookServices) =>
  operation({
    name: 'resume_webhook',
    area: 'admin',
    summary: 'Resumes a paused webhook, and retries its pending deliveries at once.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: RESUME_WEBHOOK,
    ...backOffice,
    parameters: WebhookParameters,
    answer: DoneAnswer,
    async handle({ id }) {
      const found = findWebhook({ sites, webhooks }, id);
      if (!found.ok) return found;
      const resumed = await found.value.webhooks.resume(id);
      return resumed.ok ? ok({ success: true }) : resumed;
    },
  });

const newSecret = ({ sites, webhooks }: WebhookServices) =>
  operation({
    name: 'create_webhook_secret',
    area: 'admin',
    summary: 'Creates the signing secret of a webhook and returns it once. Revokes an earlier secret.',
    errnos: [ERRNO.notFound],
    endpoint: CREATE_WEBHOOK_SECRET,
    ...backOffice,
    parameters: WebhookParameters,
    answer: WebhookSecretAnswer,
    async handle({ id }, context) {
      const webhook = sites.current().file.webhooks.find((one) => one.id === id);
      if (webhook === undefined) return refuse(ERRNO.notFound, 'id');
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const kept = boundSecret(secret, webhookDestination(webhook));
      await sites.credentials.write([{ kind: 'webhook', id, secret: kept }], auditActor(context.caller));
      // A delivery that waits for the secret can be sent now. A disabled webhook has nothing to resume.
      await webhooks?.resume(id);
      return ok({ success: true, webhook_id: id, secret });
    },
  });

const unsent = codedRefusal('webhooks_unavailable');

function findWebhook(
  { sites, webhooks }: WebhookServices,
  id: string,
): Result<{ readonly webhook: Webhook; readonly webhooks: Webhooks }, Refusal> {
  const webhook = sites.current().file.webhooks.find((one) => one.id === id);
  if (webhook === undefined) return refuse(ERRNO.notFound, 'id');
  return webhooks === null ? fail(unsent) : ok({ webhook, webhooks });
}

function told(done: Result<WebhookDelivery, Refusal>): Result<{ success: boolean; delivery: DeliveryView }, Refusal> {
  return done.ok ? ok({ success: true, delivery: deliveryView(done.value) }) : done;
}

function stateView({ id, state, behind, missed, pausedAt, pending }: WebhookView): WebhookStateView {
  return {
    id,
    state,
    behind,
    missed,
    paused_at: iso(pausedAt),
    next_try_at: iso(pending?.nextTryAt),
    attempts: pending?.attempts ?? 0,
    fault: pending?.fault ?? '',
  };
}

function deliveryView(delivery: WebhookDelivery): DeliveryView {
  const { event } = delivery;
  if (event.type === 'site.changed') throw new Error('Webhooks do not receive changes of the site.');
  return {
    delivery: delivery.number,
    id: delivery.id,
    type: event.type,
    sequence: event.sequence,
    at: iso(event.at),
    location: event.locationId,
    service_id: event.serviceId,
    ticket_id: event.ticketId,
    state: delivery.state,
    attempts: delivery.attempts,
    tried_at: iso(delivery.triedAt),
    next_try_at: iso(delivery.nextTryAt),
    status: delivery.statusCode,
    duration_ms: delivery.durationMs,
    fault: delivery.fault,
  };
}

export const webhookOperations = (services: WebhookServices): readonly Operation[] => [
  states(services),
  deliveries(services),
  test(services),
  retry(services),
  resume(services),
  newSecret(services),
];
