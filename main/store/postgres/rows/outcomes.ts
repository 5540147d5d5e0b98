import type { OutcomeRows, StoredOutcome } from '../../../queue/rows.ts';
import { DONE } from '../../../queue/step.ts';
import type { Session } from '../session.ts';
import { asJson, insertOfMany, type RowColumns, statement } from '../statement.ts';

const FIELDS = 'key, fingerprint, outcome, created_at AS "createdAt"';
export const OUTCOMES = statement(
  'outcomes',
  `SELECT said.* FROM unnest($1::text[], $2::text[]) AS place (location_id, of_key)
  CROSS JOIN LATERAL (SELECT location_id AS "locationId", ${FIELDS} FROM idempotency
    WHERE location_id = place.location_id AND key = place.of_key OFFSET 0) AS said`,
);
const ANYWHERE = statement(
  'outcome-anywhere',
  `SELECT ${FIELDS} FROM idempotency WHERE key = $1 ORDER BY created_at DESC`,
);
const TYPES = { key: 'text', fingerprint: 'text', outcome: 'text', created_at: 'bigint', ticket_id: 'text' };
const PUT = insertOfMany(
  'put-outcomes',
  'idempotency',
  TYPES,
  `ON CONFLICT (location_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, outcome = excluded.outcome,
  created_at = excluded.created_at, ticket_id = excluded.ticket_id`,
);
/** What somebody is just writing anew is left to them. */
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
  /** Notes what was read ahead: what was answered to these keys. */
  knowOutcomes(keys: readonly string[], rows: readonly OutcomeRow[]): void;
}

export function outcomeRows(session: Session): OutcomeRows & KnownOutcomes {
  const known = new Map<string, OutcomeRow | null>();
  const puts = new Map<string, RowColumns>();

  session.onFlush(() => {
    for (const row of puts.values()) session.put(PUT, row);
    puts.clear();
  }, 'late');

  return {
    knowOutcomes(keys, rows) {
      for (const key of keys) known.set(key, null);
      for (const row of rows) known.set(row.key, row);
    },
    *outcome(key, since) {
      if (!known.has(key)) {
        const [row] = yield* session.ask<OutcomeRow>(ANYWHERE, [key]);
        known.set(key, row ?? null);
      }
      const row = known.get(key) ?? null;
      return row !== null && row.createdAt > since ? { fingerprint: row.fingerprint, outcome: row.outcome } : null;
    },
    putOutcome(key, { fingerprint, outcome: text }, now, ticketId) {
      // Erasing reads it as JSON.
      const outcome = asJson(JSON.parse(text));
      known.set(key, { key, fingerprint, outcome, createdAt: now });
      puts.set(key, { key, fingerprint, outcome, created_at: now, ticket_id: ticketId });
      return DONE;
    },
    dropOutcomes: (until, limit) => session.change(DROP, [until, limit]),
  };
}
