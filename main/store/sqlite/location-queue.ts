import type { Db } from './db.ts';

export interface LocationRow {
  /** The business day that the queue began last. */
  readonly day: string;
  /** The business day of the latest operation; behind `day` while a clock is wrong. */
  readonly seen_day: string;
}

export function readLocation(db: Db, locationId: string): LocationRow | undefined {
  return db.get<LocationRow>('SELECT day, seen_day FROM location_queue WHERE location_id = ?', locationId);
}

/** How many priority tickets have been called in a row, for the call order `ratio`. */
export function prioritiesInARow(db: Db, locationId: string): number {
  const row = db.get<{ count: number }>(
    'SELECT priorities_in_a_row AS count FROM location_queue WHERE location_id = ?',
    locationId,
  );
  return row?.count ?? 0;
}

export function setPrioritiesInARow(db: Db, locationId: string, count: number): void {
  db.run('UPDATE location_queue SET priorities_in_a_row = ? WHERE location_id = ?', count, locationId);
}
