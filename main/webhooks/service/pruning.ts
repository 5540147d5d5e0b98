/**
 * Pruning of delivered webhook events, every minute.
 *
 * Of several servers one does.
 */
import type { Clock, Log } from '../../lib/context.ts';
import { type JobRun, startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';

const EVERY_MS = 60_000;
const ROWS = 500;
/** Undelivered events are kept for three days: one to try, two for somebody to see that it was in vain. */
const KEEP_EVENTS_MS = 3 * 86_400_000;
/** About a hundred megabytes. */
const MAX_EVENTS = 100_000;
const KEEP_LOG_MS = 30 * 86_400_000;

export interface Clearing {
  /** Settles when nothing of it touches the store any more. */
  close(): Promise<void>;
}

export function startClearing(deps: {
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
