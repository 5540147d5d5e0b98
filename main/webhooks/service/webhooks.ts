/**
 * All webhooks of the site, one runner each.
 *
 * Site changes start and stop runners, and committed events wake them. In a cluster, only the leader runs them, so that
 * nothing is sent twice.
 */
import type { Clock, ClockAndLog, Log } from '../../lib/context.ts';
import { type JobRun, startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import { type Refusal, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { uuidSource } from '../../lib/uuid.ts';
import type { Webhook } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { type DeliveryState, WEBHOOK_HEADERS, WEBHOOK_PING, type WebhookState } from '../contract/webhooks.ts';
import type { WebhookDelivery, WebhookNews, WebhookProgress } from '../operations/webhook-records.ts';
import { mayReach } from './allowed-addresses.ts';
import { type Entry, LOG_ENTRIES, type Runner, startRunner } from './runner.ts';
import { type Sent, send } from './send.ts';
import { deliveryId, signature, webhookBody } from './webhook-body.ts';

const USER_AGENT = 'take-a-number-webhooks';

export interface WebhooksDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  /** 0 to 1; spreads simultaneous retries. */
  readonly random?: () => number;
}

export type WebhookView = Pick<WebhookProgress, 'behind' | 'missed' | 'pausedAt' | 'pending'> & {
  readonly id: string;
  readonly state: WebhookState;
};

export interface Webhooks {
  /** State of each webhook. */
  views(): Promise<readonly WebhookView[]>;
  /** Sends a ping at once and returns the result. 7 without a secret, or during another manual attempt. */
  test(webhook: Webhook): Promise<Result<WebhookDelivery, Refusal>>;
  /** Retries a logged delivery at once. 6 for an unknown delivery; else as `test`. */
  retry(webhook: Webhook, number: number): Promise<Result<WebhookDelivery, Refusal>>;
  /** Resumes a paused webhook. 6 if it is not in use. */
  resume(webhookId: string): Promise<Result<null, Refusal>>;
  /** Number of attempts by result, since the start. */
  tries(): readonly { readonly webhookId: string; readonly state: DeliveryState; readonly count: number }[];
  /** Aborts current attempts; they are retried after the next start. */
  close(): Promise<void>;
}

const SOURCE_KEY = 'webhook.source';

const EVERY_MS = 60_000;

const ROWS = 500;

/** Retention of undelivered events: one day of retries, and two days to notice the failure. */
const KEEP_EVENTS_MS = 3 * 86_400_000;

/** About 100 MB. */
const MAX_EVENTS = 100_000;

const KEEP_LOG_MS = 30 * 86_400_000;

/** Pruning of delivered webhook events, every minute, by the leader only. */
interface Clearing {
  /** Resolves when the store is no longer used. */
  close(): Promise<void>;
}

function startClearing(deps: {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
}): Clearing {
  const { store, site, clock, log } = deps;

  async function clear({ isMine }: JobRun): Promise<void> {
    for (let more = true; more && isMine(); ) {
      const now = clock.now();
      const input = {
        limit: ROWS,
        eventsSince: now - KEEP_EVENTS_MS,
        mostEvents: MAX_EVENTS,
        logSince: now - KEEP_LOG_MS,
        webhooks: site.current().file.webhooks.map(({ id, events, locations }) => ({ id, events, locations })),
      };
      const done = await store.run('tidyWebhooks', input, { now });
      if (!done.ok) throw new Error(`errno ${done.error.errno}`);
      for (const { webhookId, events } of done.value.missed)
        log.warn('webhook.events-dropped', { webhook: webhookId, count: events });
      more = done.value.more;
    }
  }

  const job = startRecurringJob({
    clock,
    periodMs: EVERY_MS,
    lease: { peers: store.peers, job: 'webhooks' },
    run: clear,
    onError: (detail) => log.warn('webhook.store-failed', { error: detail }),
  });
  return { close: () => job.close() };
}

export async function startWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { store, site, clock, log, random = Math.random } = deps;
  const source = (await store.readMeta(SOURCE_KEY)) ?? '';
  const runners = new Map<string, Runner>();
  const counts = new Map<string, { readonly webhookId: string; readonly state: DeliveryState; count: number }>();
  const byHand = new Set<string>();
  const closing = new AbortController();
  const newId = uuidSource();
  let ending: Promise<unknown> = Promise.resolve();

  const find = (id: string): Webhook | undefined => site.current().file.webhooks.find((one) => one.id === id);

  function ready(id: string): Webhook | null {
    const webhook = find(id);
    return webhook?.state === 1 && site.credentials.webhookSecret(webhook) !== '' ? webhook : null;
  }

  function count(webhookId: string, state: DeliveryState): void {
    const key = `${webhookId}\n${state}`;
    const known = counts.get(key) ?? { webhookId, state, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }

  function post(
    webhook: Webhook,
    { event, ticket }: { readonly event: Entry['event']; readonly ticket: WebhookNews['ticket'] },
    { id, attempt, signal }: { readonly id: string; readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<Sent> {
    const current = site.current();
    const body = webhookBody({ id, event }, ticket, { site: current, webhook });
    const seconds = Math.floor(clock.now() / 1000);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': USER_AGENT,
      [WEBHOOK_HEADERS.signature]: signature(site.credentials.webhookSecret(webhook), seconds, body),
      [WEBHOOK_HEADERS.delivery]: id,
      [WEBHOOK_HEADERS.event]: event.type,
      [WEBHOOK_HEADERS.attempt]: String(attempt),
    };
    const { settings } = current;
    return send({ url: webhook.url, headers, body, mayReach: (address) => mayReach(settings, address), signal }, clock);
  }

  function start(id: string): Runner {
    return startRunner({
      store,
      clock,
      log,
      random,
      webhookId: id,
      webhook: () => ready(id),
      idOf: ({ event }) => deliveryId(source, id, event),
      send(news, entry, attempt, signal) {
        const webhook = ready(id);
        if (webhook === null) throw new Error(`The webhook ${id} was disabled or deleted.`);
        return post(webhook, { event: entry.event, ticket: news.ticket }, { id: entry.id, attempt, signal });
      },
      count: (state) => count(id, state),
    });
  }

  function follow(): void {
    if (closing.signal.aborted) return;
    const webhooks = store.peers.isMine('webhooks') ? site.current().file.webhooks : [];
    const inUse = new Set(webhooks.filter(({ state }) => state === 1).map(({ id }) => id));
    for (const [id, runner] of runners) {
      if (inUse.has(id)) continue;
      runners.delete(id);
      ending = Promise.all([ending, runner.close()]);
    }
    for (const id of inUse) {
      const runner = runners.get(id);
      if (runner === undefined) runners.set(id, start(id));
      else runner.hurry();
    }
  }

  /** A manual attempt outside the runner, recorded in the log. */
  async function tryNow(
    webhook: Webhook,
    attempt: Pick<Entry, 'id' | 'event' | 'attempts'> & { readonly ticket: WebhookNews['ticket'] },
    before: WebhookDelivery | null,
  ): Promise<Result<WebhookDelivery, Refusal>> {
    const { id, event, attempts } = attempt;
    if (site.credentials.webhookSecret(webhook) === '') return refuseAs('webhook_secret_missing');
    if (byHand.has(webhook.id)) return refuseAs('webhook_attempt_running');
    byHand.add(webhook.id);
    try {
      const sent = await post(webhook, attempt, { id, attempt: attempts, signal: closing.signal });
      const triedAt = clock.now();
      const { statusCode, durationMs, fault } = sent;
      const entry: Entry = {
        id,
        event,
        // A delivered event stays delivered.
        state: fault === '' || before?.state === 'delivered' ? 'delivered' : 'failed',
        attempts,
        firstTriedAt: before?.firstTriedAt ?? triedAt,
        triedAt,
        nextTryAt: null,
        statusCode,
        durationMs,
        fault,
      };
      count(webhook.id, entry.state);
      const input = { webhookId: webhook.id, after: 0, deliveries: [entry], pause: false, keep: LOG_ENTRIES };
      const done = await store.run('recordDeliveries', input, { now: triedAt });
      const number = done.ok ? (done.value.numbers[0] ?? 0) : 0;
      return ok({ ...entry, number, webhookId: webhook.id });
    } finally {
      byHand.delete(webhook.id);
    }
  }

  async function resume(webhookId: string): Promise<Result<null, Refusal>> {
    const done = await store.run('resumeWebhook', { webhookId }, { now: clock.now() });
    if (!done.ok) return fail({ ...done.error, parameter: 'id' });
    runners.get(webhookId)?.hurry();
    return ok(null);
  }

  const stopSite = site.onChange(follow);
  // A new secret does not change the site file.
  const stopSecrets = site.credentials.onReload(() => {
    for (const runner of runners.values()) runner.hurry();
  });
  const stopEvents = store.onEvents(() => {
    for (const runner of runners.values()) runner.wake();
  });
  const stopOutbox = store.peers.onOutbox((news) => {
    for (const runner of runners.values()) {
      if (news === 'events') runner.wake();
      else runner.hurry();
    }
  });
  const stopDuty = store.peers.onDuty('webhooks', follow);
  follow();
  const clearing = startClearing(deps);

  return {
    async views() {
      const progress = new Map((await store.query('webhookProgress', {})).map((one) => [one.webhookId, one]));
      return site.current().file.webhooks.map((webhook) => {
        const { id, state } = webhook;
        const { behind = 0, missed = 0, pausedAt = null, pending = null } = progress.get(id) ?? {};
        const secret = site.credentials.webhookSecret(webhook) !== '';
        return {
          id,
          behind,
          missed,
          pausedAt,
          pending,
          state: stateOf({ on: state === 1, secret, pausedAt, pending }),
        };
      });
    },
    test(webhook) {
      const at = clock.now();
      const nowhere = { locationId: '', serviceId: '', ticketId: '', deskId: '' };
      const event: Entry['event'] = { sequence: 0, type: WEBHOOK_PING, at, ...nowhere };
      return tryNow(webhook, { id: newId(at), event, attempts: 1, ticket: null }, null);
    },
    async retry(webhook, number) {
      const found = await store.query('webhookDelivery', { webhookId: webhook.id, number });
      if (found === null) return fail({ errno: ERRNO.notFound, parameter: 'delivery' });
      const { delivery, ticket } = found;
      if (delivery.state === 'waiting') {
        // It comes first: the runner retries it now.
        const resumed = await resume(webhook.id);
        return resumed.ok ? ok({ ...delivery, nextTryAt: clock.now() }) : resumed;
      }
      const { id, event } = delivery;
      return tryNow(webhook, { id, event, attempts: delivery.attempts + 1, ticket }, delivery);
    },
    resume,
    tries: () => [...counts.values()],
    async close() {
      closing.abort();
      stopSite();
      stopSecrets();
      stopEvents();
      stopOutbox();
      stopDuty();
      await Promise.all([...[...runners.values()].map((runner) => runner.close()), ending, clearing.close()]);
    },
  };
}

function stateOf(webhook: {
  readonly on: boolean;
  readonly secret: boolean;
  readonly pausedAt: number | null;
  readonly pending: WebhookDelivery | null;
}): WebhookState {
  if (!webhook.on) return 'off';
  if (!webhook.secret) return 'needs_secret';
  if (webhook.pausedAt !== null) return 'paused';
  return webhook.pending === null ? 'on' : 'failing';
}
