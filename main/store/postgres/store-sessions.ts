/**
 * Sessions for data that belongs to no single location.
 *
 * Each operation has its own session, with a log entry and usually a deadline.
 */
import type { Effect } from '../../database/effect.ts';
import type { NotedWork } from '../../database/postgres/availability-log.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import { retryOnConflict } from '../../database/postgres/retry-transaction.ts';
import { awaited, type DatabaseSession, openSession } from '../../database/postgres/session.ts';
import { inTransaction } from './batch.ts';
import { SNAPSHOT } from './queries.ts';

type Work = <T>(steps: (session: DatabaseSession) => Effect<T>) => Promise<T>;

export interface StoreSessions {
  readonly read: Work;
  /** Several reads of one snapshot. */
  readonly readTogether: Work;
  readonly write: Work;
  /** Long reads without deadline, as long as they make progress. */
  readonly readMuch: Work;
  /** Long writes without deadline, as long as they make progress. */
  readonly writeMuch: Work;
}

export function storeSessions(pool: Pool, { noting, inTime }: Pick<NotedWork, 'noting' | 'inTime'>): StoreSessions {
  const writing = <T>(steps: (session: DatabaseSession) => Effect<T>): Promise<T> =>
    retryOnConflict(() => pool.work((line) => inTransaction(line, null, (session) => awaited(steps(session)))));
  const reading = <T>(steps: (session: DatabaseSession) => Effect<T>): Promise<T> =>
    pool.work((line) => inTransaction(line, null, (session) => awaited(steps(session)), SNAPSHOT));
  return {
    read: (steps) => inTime(() => pool.work((line) => awaited(steps(openSession(line, null))))),
    readTogether: (steps) => inTime(() => reading(steps)),
    readMuch: (steps) => noting(() => reading(steps)),
    write: (steps) => inTime(() => writing(steps)),
    writeMuch: (steps) => noting(() => writing(steps)),
  };
}
