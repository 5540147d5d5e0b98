/**
 * Heartbeat of a server in the cluster, once a second.
 *
 * It has its own connection, so that load on the others does not delay it. News of peers is at most one interval old.
 */
import type { Log } from '../../lib/context.ts';
import { openPool, type PoolConnection, type PoolOptions } from './pool.ts';
import { isMachineFault, withoutValue } from './postgres-error.ts';

/**
 * One part of each heartbeat. An unavailable database ends the heartbeat; a bug in one part is logged, and the others
 * continue. The next heartbeat retries.
 */
export type Beat = (line: PoolConnection) => Promise<void>;

export interface Heartbeat {
  /** Requests an early heartbeat, because there is news. */
  hurry(): void;
  /** Milliseconds since the last complete heartbeat. Each one writes to the database. */
  sinceLast(): number;
  /** Runs a last part on this connection, then closes it. */
  close(farewell: Beat): Promise<void>;
}

const EVERY_MS = 1_000;
/** Minimum interval, even with more news. */
const MIN_MS = 200;

/** Resolves after the first heartbeat; rejects when it fails. */
export async function startHeartbeat(
  { url, connectMs, statementMs, log }: Pick<PoolOptions, 'url' | 'connectMs' | 'statementMs'> & { readonly log: Log },
  beats: readonly Beat[],
): Promise<Heartbeat> {
  const pool = openPool({ url, most: 1, connectMs, statementMs });
  let closing = false;
  /** The first heartbeat throws all errors. */
  let going = false;
  let hurried = false;
  let rouse = (): void => {};
  let lastAt = performance.now();

  /** A bug repeats with every heartbeat, so it is logged once. */
  const told = new Map<Beat, string>();

  function tell(part: Beat, mistake: Error): void {
    if (told.get(part) === mistake.message) return;
    told.set(part, mistake.message);
    log.error('heartbeat.unexpected-error', { error: mistake.stack });
  }

  const beat = (): Promise<void> =>
    pool.work(async (line) => {
      for (const each of beats) {
        await each(line).catch((error: unknown) => {
          if (!going || isMachineFault(error)) throw error;
          tell(each, withoutValue(error));
        });
      }
      lastAt = performance.now();
    });

  function rest(): Promise<void> {
    if (closing) return Promise.resolve();
    return new Promise((resolve) => {
      const since = performance.now();
      let timer = setTimeout(resolve, hurried ? MIN_MS : EVERY_MS);
      timer.unref();
      rouse = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, closing ? 0 : Math.max(0, since + MIN_MS - performance.now()));
        if (!closing) timer.unref();
      };
    });
  }

  async function goOn(): Promise<void> {
    for (;;) {
      await rest();
      rouse = () => undefined;
      if (closing) return;
      hurried = false;
      // Callers that use the database report an outage themselves.
      await beat().catch(() => undefined);
    }
  }

  try {
    await beat();
  } catch (error) {
    await pool.close();
    throw error;
  }
  going = true;
  const gone = goOn();
  return {
    hurry() {
      hurried = true;
      rouse();
    },
    sinceLast: () => performance.now() - lastAt,
    async close(farewell) {
      closing = true;
      rouse();
      await gone;
      await pool.work(farewell).catch(() => undefined);
      await pool.close();
    },
  };
}
