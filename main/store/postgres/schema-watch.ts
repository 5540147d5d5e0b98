/** Whether a newer program has changed the database so that this one must stop serving. */

import type { Cluster } from '../../database/cluster.ts';
import type { Beat } from '../../database/postgres/heartbeat.ts';
import type { Log } from '../../lib/context.ts';
import { readMinimum } from './online-migration.ts';

export interface SchemaWatch extends Pick<Cluster, 'onOutdated'> {
  readonly beat: Beat;
  isOutdated(): boolean;
}

/**
 * @param knows the newest schema that this program knows
 * @param leave what this server does last on the heartbeat's connection
 */
export function watchSchema(log: Log, knows: number, leave: Beat): SchemaWatch {
  const listeners = new Set<(noticeMs: number) => void>();
  /** Until when it may serve, by `performance.now()`; null while it is not outdated. */
  let servesUntil: number | null = null;
  return {
    isOutdated: () => servesUntil !== null,
    onOutdated(listener) {
      if (servesUntil !== null) listener(Math.max(0, servesUntil - performance.now()));
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async beat(line) {
      if (servesUntil !== null) return;
      const needed = await readMinimum(line);
      if (needed === null || needed.minimum <= knows) return;
      servesUntil = performance.now() + needed.noticeMs;
      const advice = 'stop this server and start the version that changed the database';
      log.error('store.outdated', { needs: needed.minimum, knows, advice });
      for (const listener of listeners) listener(needed.noticeMs);
      await leave(line);
    },
  };
}
