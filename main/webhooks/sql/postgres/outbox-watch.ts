/** Whether there is something for webhooks that another server has left. */
import type { Cluster, OutboxNews } from '../../../database/cluster.ts';
import type { Beat } from '../../../database/postgres/heartbeat.ts';
import { statement } from '../../../database/postgres/statement.ts';

/** Of what is committed: the outbox gets its numbers in the order of the commits. */
const LOOK = statement(
  'watch-outbox',
  `SELECT coalesce((SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1), 0) AS events,
  coalesce((SELECT sum(goings) FROM webhook_progress), 0)::bigint AS progress`,
);

export interface OutboxWatch extends Pick<Cluster, 'onOutbox'> {
  readonly beat: Beat;
}

export function createOutboxWatch(): OutboxWatch {
  const listeners = new Set<(news: OutboxNews) => void>();
  let seen: Readonly<Record<OutboxNews, number>> | null = null;
  return {
    onOutbox(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async beat(line) {
      const before = seen;
      const [now] = await line.ask<Readonly<Record<OutboxNews, number>>>(LOOK, []);
      if (now === undefined) return;
      seen = now;
      for (const news of ['events', 'progress'] as const) {
        if (before !== null && now[news] !== before[news]) for (const listener of listeners) listener(news);
      }
    },
  };
}
