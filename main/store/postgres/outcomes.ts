/** PostgreSQL row functions of idempotency keys. */
import { DONE } from '../../database/effect.ts';
import type { DatabaseSession } from '../../database/postgres/session.ts';
import { asJson, insertOfMany, type RowColumns, statement } from '../../database/postgres/statement.ts';
import { IDEMPOTENCY } from '../../database/tables/queue-tables.ts';
import type { OutcomeRows, StoredOutcome } from '../../queue/operations/rows/outcomes.ts';
import { NOWHERE } from './resolve-location.ts';

const FIELDS = 'key, fingerprint, outcome, created_at AS "createdAt"';
/** Searches all locations. An expired key may have been reused at another one. */
export const OUTCOMES = statement('outcomes', `SELECT ${FIELDS} FROM idempotency WHERE key = ANY ($1)`);
const PUT = insertOfMany(
  'put-outcomes',
  IDEMPOTENCY,
  `ON CONFLICT (location_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, outcome = excluded.outcome,
  created_at = excluded.created_at, ticket_id = excluded.ticket_id`,
);
/** Skips keys that another transaction is rewriting. */
const DROP = statement(
  'drop-outcomes',
  `DELETE FROM idempotency WHERE (location_id, key) IN (SELECT location_id, key FROM idempotency
  WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

export interface OutcomeRow extends StoredOutcome {
  readonly key: string;
  readonly createdAt: number;
}

export interface KnownOutcomes {
  /** Caches prefetched outcomes of locked keys. */
  knowOutcomes(keys: readonly string[], rows: readonly OutcomeRow[]): void;
}

export function outcomeRows(session: DatabaseSession): OutcomeRows & KnownOutcomes {
  const known = new Map<string, OutcomeRow | null>();
  const puts = new Map<string, RowColumns>();
  const isLocated = session.locationId !== null && session.locationId !== NOWHERE;

  session.onFlush(() => {
    for (const row of puts.values()) session.put(PUT, row);
    puts.clear();
  }, 'late');

  function know(keys: readonly string[], rows: readonly OutcomeRow[]): void {
    for (const key of keys) known.set(key, null);
    for (const row of rows) {
      if (row.createdAt >= (known.get(row.key)?.createdAt ?? 0)) known.set(row.key, row);
    }
  }

  return {
    knowOutcomes: know,
    *outcome(key, since) {
      if (!known.has(key)) {
        if (isLocated)
          throw new Error('An operation reads the outcome of a key without prefetching it, so it is not locked.');
        know([key], yield* session.ask<OutcomeRow>(OUTCOMES, [[key]]));
      }
      const row = known.get(key) ?? null;
      return row !== null && row.createdAt > since ? { fingerprint: row.fingerprint, outcome: row.outcome } : null;
    },
    putOutcome(key, { fingerprint, outcome: text }, now, ticketId) {
      // The erasure job reads it as JSON.
      const outcome = asJson(JSON.parse(text));
      known.set(key, { key, fingerprint, outcome, createdAt: now });
      puts.set(key, { key, fingerprint, outcome, created_at: now, ticket_id: ticketId });
      return DONE;
    },
    dropOutcomes: (until, limit) => session.change(DROP, [until, limit]),
  };
}
