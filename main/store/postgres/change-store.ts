/**
 * Stored changes of locations.
 *
 * How far each has come, what happened there, and words to add.
 */

import type { Pool } from '../../database/postgres/pool.ts';
import { awaited, openSession } from '../../database/postgres/session.ts';
import { statement } from '../../database/postgres/statement.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';
import type { Log } from '../../lib/context.ts';
import type { NumberedChange } from '../../queue/operations/location-changes.ts';
import { ADD_LOCATION } from '../../queue/sql/postgres/locations.ts';
import { inTransaction } from './batch.ts';
import { keepWords, MAX_KEPT, readChanges } from './location-events.ts';
import { postgresRows } from './postgres-rows.ts';

const NUMBERS = statement(
  'event-numbers',
  'SELECT location_id AS "locationId", event_number AS number FROM location_queue WHERE location_id = ANY ($1)',
);

export interface LocationNumber {
  readonly locationId: string;
  /** Of its last change. */
  readonly number: number;
}

export interface KeptChangesDeps {
  readonly pool: Pool;
  readonly log: Log;
  readonly now: () => number;
}

/** All reject with `StoreUnreachable` when the database cannot be reached. */
export interface KeptChanges {
  /** Leaves out locations of which nothing is known. */
  numbersOf(locationIds: readonly string[]): Promise<readonly LocationNumber[]>;
  /** A location of which nothing is known yet gets its first number. */
  numberOf(locationId: string): Promise<number>;
  /** In their order, the next ones after `from`; null when one of them cannot be read. */
  after(locationId: string, from: number, most?: number): Promise<readonly NumberedChange[] | null>;
  /** Null when somebody has said something since `from`. */
  say(locationId: string, body: object, from: number): Promise<readonly NumberedChange[] | null>;
}

export function keptChanges({ pool, log, now }: KeptChangesDeps): KeptChanges {
  /** Of each location the last row that was reported. */
  const reported = new Map<string, number>();

  function report(locationId: string, number: number): void {
    if (reported.get(locationId) === number) return;
    reported.set(locationId, number);
    log.error('events.row-corrupt', { location: locationId, seq: number });
  }

  return {
    numbersOf: (locationIds) => pool.work((line) => line.ask<LocationNumber>(NUMBERS, [locationIds])),
    numberOf: (locationId) =>
      pool.work(async (line) => {
        const asked = () => line.ask<LocationNumber>(NUMBERS, [[locationId]]);
        const [known] = await asked();
        if (known !== undefined) return known.number;
        await line.tell(ADD_LOCATION, [locationId]);
        const [added] = await asked();
        if (added === undefined) throw new StoreUnreachable('A location that was just added is not there.');
        return added.number;
      }),
    async after(locationId, from, most = MAX_KEPT) {
      const read = await pool.work((line) => awaited(readChanges(openSession(line, locationId), from, most)));
      if (read.unreadable === null) return read.changes;
      report(locationId, read.unreadable);
      return null;
    },
    say: (locationId, body, from) =>
      pool.work((line) =>
        inTransaction(line, locationId, (session) =>
          awaited(keepWords(session, postgresRows(session), { body, after: from, at: now() })),
        ),
      ),
  };
}
