import { ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';

/** Writes down how deliveries went and how far the webhook is. Of a webhook that is gone nothing is written. */
export function* recordDeliveries(
  { rows, now }: GlobalUnit,
  { webhookId, after, deliveries, pause, keep }: QueueOperations['recordDeliveries']['input'],
): Steps<Result<QueueOperations['recordDeliveries']['output'], QueueFault>> {
  if (!(yield* rows.isWebhook(webhookId))) return ok({ numbers: [] });
  const numbers: number[] = [];
  for (const delivery of deliveries) numbers.push(yield* rows.putDelivery(webhookId, delivery));
  yield* rows.advance(webhookId, after);
  if (pause) yield* rows.pause(webhookId, now);
  yield* rows.keepDeliveries(webhookId, keep);
  return ok({ numbers });
}
