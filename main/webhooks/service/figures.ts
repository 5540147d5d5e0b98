import { Counter, Gauge, type Registry } from 'prom-client';
import type { Webhooks, WebhookView } from './webhooks.ts';

/** Adds metrics of the visible webhooks. Labels are site ids and state names. */
export function addWebhookFigures(
  registry: Registry,
  webhooks: Pick<Webhooks, 'tries'>,
  all: readonly WebhookView[],
  isSeen: (webhookId: string) => boolean,
): void {
  const registers = [registry];
  const views = all.filter(({ id }) => isSeen(id));
  const tries = new Counter({
    name: 'tan_webhook_tries_total',
    help: 'Delivery attempts, by result.',
    labelNames: ['webhook', 'state'],
    registers,
  });
  for (const { webhookId, state, count } of webhooks.tries()) {
    if (isSeen(webhookId)) tries.inc({ webhook: webhookId, state }, count);
  }
  const gauge = (name: string, help: string, value: (view: (typeof views)[number]) => number): void => {
    const one = new Gauge({ name, help, labelNames: ['webhook'], registers });
    for (const view of views) one.set({ webhook: view.id }, value(view));
  };
  gauge('tan_webhook_behind', 'Events that a webhook has not processed yet.', ({ behind }) => behind);
  gauge('tan_webhook_missed', 'Dropped events of a webhook.', ({ missed }) => missed);
  gauge('tan_webhook_paused', 'Whether a webhook is paused.', ({ state }) => (state === 'paused' ? 1 : 0));
}
