/**
 * Stored changes of locations: last number, changes, and added messages.
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
  /** Number of its last change. */
  readonly number: number;
}

export interface KeptChangesDeps {
  readonly pool: Pool;
  readonly log: Log;
  readonly now: () => number;
}

/** All functions reject with `StoreUnreachable` if the database is unavailable. */
export interface KeptChanges {
  /** Omits locations without a number. */
  numbersOf(locationIds: readonly string[]): Promise<readonly LocationNumber[]>;
  /** Gives a new location its first number. */
  numberOf(locationId: string): Promise<number>;
  /** Next changes after `from` in order; null if one cannot be read. */
  after(locationId: string, from: number, most?: number): Promise<readonly NumberedChange[] | null>;
  /** Null if another message was added since `from`. */
  say(locationId: string, body: object, from: number): Promise<readonly NumberedChange[] | null>;
}

export function keptChanges({ pool, log, now }: KeptChangesDeps): KeptChanges {
  /** Last unreadable row that was logged, by location. */
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
        if (added === undefined) throw new StoreUnreachable('A location that was just created does not exist.');
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
