/**
 * Heartbeat of a server in the cluster, once a second.
 *
 * It has its own connection, so that load on the others does not delay it. News of other servers is at most one
 * interval old.
 */
import type { Log } from '../../lib/context.ts';
import { openPool, type PoolConnection, type PoolOptions } from './pool.ts';
import { isMachineFault, withoutValue } from './postgres-error.ts';

/**
 * One part of each beat. When the database is away that ends the beat; a mistake of one part is logged, and the others go on. The
 * next beat tries again.
 */
export type Beat = (line: PoolConnection) => Promise<void>;

export interface Heartbeat {
  /** Has a beat soon: there is something new. */
  hurry(): void;
  /** Milliseconds since the last beat that was done to its end. Each one writes. */
  sinceLast(): number;
  /** The last thing that is done on this connection. */
  close(farewell: Beat): Promise<void>;
}

const EVERY_MS = 1_000;
/** However much there is to tell. */
const MIN_MS = 200;

/** Resolves after the first beat; rejects when that could not be done. */
export async function startHeartbeat(
  { url, connectMs, statementMs, log }: Pick<PoolOptions, 'url' | 'connectMs' | 'statementMs'> & { readonly log: Log },
  beats: readonly Beat[],
): Promise<Heartbeat> {
  const pool = openPool({ url, most: 1, connectMs, statementMs });
  let closing = false;
  /** The first beat throws whatever is wrong. */
  let going = false;
  let hurried = false;
  let rouse = (): void => {};
  let lastAt = performance.now();

  /** A mistake comes back with every beat, and is told once. */
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
      // A database that is away is told of by whoever is asked something.
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
