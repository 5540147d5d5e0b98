/**
 * Runner of one webhook: delivers its events in order.
 *
 * It reads committed events from the store, a few at a time, and continues after each successful delivery. It delays no
 * request, and a hanging receiver costs one connection and no memory.
 */
import type { ClockAndLog } from '../../lib/context.ts';
import { startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import type { Webhook } from '../../site/contract/site.ts';
import type { Store } from '../../store/contract/store.ts';
import type { DeliveryState } from '../contract/webhooks.ts';
import type { WebhookDelivery, WebhookNews } from '../operations/webhook-records.ts';
import { RETRY_FOR_MS, retryDelayMs } from '../rules/retry-delay.ts';
import { isSubscribed } from '../rules/subscription.ts';
import type { Sent } from './send.ts';

/** Log entries kept per webhook. */
export const LOG_ENTRIES = 1000;
/** Events read at once. */
const READ_EVENTS = 50;
/** Maximum deliveries not yet recorded: after a crash they are repeated. */
const UNWRITTEN = 20;
const STORE_RETRY_MS = 5_000;
/** Statuses of permanent rejection; any other failure may succeed later. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 406, 409, 413, 414, 415, 422, 501]);
/** Status of a receiver that no longer exists. */
const GONE = 410;

export type Entry = Omit<WebhookDelivery, 'number' | 'webhookId'>;

export interface RunnerDeps extends ClockAndLog {
  readonly store: Store;
  readonly random: () => number;
  readonly webhookId: string;
  /** Current webhook; null if deleted, disabled, or without a secret. */
  webhook(): Webhook | null;
  idOf(news: WebhookNews): string;
  send(news: WebhookNews, entry: Pick<Entry, 'id' | 'event'>, attempt: number, signal: AbortSignal): Promise<Sent>;
  /** Called after each attempt. */
  count(state: DeliveryState): void;
}

export interface Runner {
  /** Signals new events. Does nothing while the receiver does not answer. */
  wake(): void;
  /** Signals a change of webhook or progress: runs at once. */
  hurry(): void;
  /** Aborts the current attempt, records results, and resolves. */
  close(): Promise<void>;
}

interface Rest {
  /** Epoch milliseconds. */
  readonly until: number;
  /** Whether events do not end the pause. */
  readonly deep: boolean;
}

const NOT_AT_ALL: Rest = { until: 0, deep: false };
const UNTIL_EVENTS: Rest = { until: Number.POSITIVE_INFINITY, deep: false };
const UNTIL_CHANGED: Rest = { until: Number.POSITIVE_INFINITY, deep: true };

export function startRunner(deps: RunnerDeps): Runner {
  const { store, clock, log, webhookId } = deps;
  let after = 0;
  let written = 0;
  let done: Entry[] = [];
  let happened = false;
  /** Whether events neither wake the job nor interrupt a run. */
  let isDeep = true;
  /** URL of the last attempt of the pending delivery; null without an attempt by this process. */
  let lastUrl: string | null = null;

  async function writeDown(last?: Entry, pause = false): Promise<void> {
    if (last !== undefined) done.push(last);
    if (done.length === 0 && after === written) return;
    const entries = done;
    const at = after;
    const input = { webhookId, after: at, deliveries: entries, pause, keep: LOG_ENTRIES };
    await store.run('recordDeliveries', input, { now: clock.now() });
    done = done.slice(entries.length);
    written = at;
  }

  /** Result of an attempt: delivered, rejected, to be retried, or given up after a day. */
  function outcome(
    sent: Sent,
    triedAt: number,
    attempts: number,
    firstTriedAt: number,
  ): [DeliveryState, number | null] {
    if (sent.fault === '') return ['delivered', null];
    if (sent.statusCode === GONE) return ['failed', null];
    if (REFUSALS.has(sent.statusCode)) return ['refused', null];
    const next = triedAt + retryDelayMs(attempts, deps.random(), sent.retryAfterMs);
    return next - firstTriedAt > RETRY_FOR_MS ? ['failed', null] : ['waiting', next];
  }

  /** Whether to continue with the next event. */
  async function deliver(news: WebhookNews, pending: WebhookDelivery | null, signal: AbortSignal): Promise<boolean> {
    const id = pending?.id ?? deps.idOf(news);
    const { event } = news;
    const attempts = (pending?.attempts ?? 0) + 1;
    const startedAt = clock.now();
    const sent = await deps.send(news, { id, event }, attempts, signal);
    // An aborted attempt says nothing about the receiver; it is repeated after the start.
    if (signal.aborted && sent.statusCode === 0) return false;
    const triedAt = clock.now();
    const firstTriedAt = pending?.firstTriedAt ?? startedAt;
    const [state, nextTryAt] = outcome(sent, triedAt, attempts, firstTriedAt);
    const { statusCode, durationMs, fault } = sent;
    const entry: Entry = {
      id,
      event,
      state,
      attempts,
      firstTriedAt,
      triedAt,
      nextTryAt,
      statusCode,
      durationMs,
      fault,
    };
    deps.count(state);
    if (state !== 'waiting') after = event.sequence;
    if (state === 'delivered' || state === 'refused') {
      done.push(entry);
      if (done.length >= UNWRITTEN) await writeDown();
      return true;
    }
    if (attempts === 1 || state === 'failed') {
      log.warn(state === 'failed' ? 'webhook.paused' : 'webhook.attempt-failed', {
        webhook: webhookId,
        reason: fault,
        status: statusCode,
      });
    }
    await writeDown(entry, state === 'failed');
    return false;
  }

  /** Does all current work; returns the following pause. */
  async function work(signal: AbortSignal): Promise<Rest> {
    await writeDown();
    const found = await store.query('webhookWork', { webhookId, after, limit: READ_EVENTS });
    if (found === null || found.pausedAt !== null) return UNTIL_CHANGED;
    const { pending } = found;
    for (const news of found.events) {
      const { event } = news;
      const webhook = deps.webhook();
      if (signal.aborted || webhook === null) break;
      const again = pending?.event.sequence === event.sequence ? pending : null;
      if (again === null && !isSubscribed(webhook, event)) {
        after = event.sequence;
        continue;
      }
      const nextTryAt = again?.nextTryAt ?? 0;
      // An attempt may have used the old URL just before a change.
      const isSoughtElsewhere = lastUrl !== null && lastUrl !== webhook.url;
      if (nextTryAt > clock.now() && !isSoughtElsewhere) {
        await writeDown();
        return { until: nextTryAt, deep: true };
      }
      lastUrl = webhook.url;
      if (!(await deliver(news, again, signal))) return NOT_AT_ALL;
    }
    await writeDown();
    return found.events.length === READ_EVENTS ? NOT_AT_ALL : UNTIL_EVENTS;
  }

  const job = startRecurringJob({
    clock,
    // During an outage of the store, unrecorded results are kept.
    periodMs: STORE_RETRY_MS,
    async run({ signal }) {
      happened = false;
      isDeep = true;
      const rest = deps.webhook() === null ? UNTIL_CHANGED : await work(signal);
      isDeep = rest.deep;
      return happened && !isDeep ? 0 : rest.until;
    },
    onError: (detail) => log.warn('webhook.store-failed', { webhook: webhookId, error: detail }),
  });
  return {
    wake() {
      happened = true;
      if (!isDeep) job.wake();
    },
    hurry: () => job.wake(),
    async close() {
      await job.close();
      await writeDown().catch(() => {});
    },
  };
}
