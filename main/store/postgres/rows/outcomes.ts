import type { OutcomeRows, StoredOutcome } from '../../../queue/rows.ts';
import { DONE, type Steps } from '../../../queue/step.ts';
import type { Session } from '../session.ts';
import { asJson, insertOfMany, statement } from '../statement.ts';

const FIELDS = 'key, fingerprint, outcome, created_at AS "createdAt"';
const HERE = statement('outcomes', `SELECT ${FIELDS} FROM idempotency WHERE location_id = $1 AND key = ANY ($2)`);
const ANYWHERE = statement(
  'outcome-anywhere',
  `SELECT ${FIELDS} FROM idempotency WHERE key = $1 ORDER BY created_at DESC`,
);
const TYPES = { key: 'text', fingerprint: 'text', outcome: 'text', created_at: 'bigint', ticket_id: 'text' };
const PUT = statement(
  'put-outcomes',
  `${insertOfMany('idempotency', TYPES)} ON CONFLICT (location_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
  outcome = excluded.outcome, created_at = excluded.created_at, ticket_id = excluded.ticket_id`,
);
/** What somebody is just writing anew is left to them. */
const DROP = statement(
  'drop-outcomes',
  `DELETE FROM idempotency WHERE (location_id, key) IN (SELECT location_id, key FROM idempotency
  WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

interface OutcomeRow extends StoredOutcome {
  readonly key: string;
  readonly createdAt: number;
}

export interface KnownOutcomes {
  /** Reads what was answered to all these keys, by one statement. */
  readOutcomes(keys: readonly string[]): Steps<void>;
}

export function outcomeRows(session: Session): OutcomeRows & KnownOutcomes {
  const { locationId } = session;
  const known = new Map<string, OutcomeRow | null>();
  const puts = new Map<string, object>();

  session.onFlush(() => {
    if (puts.size > 0) session.send(PUT, [locationId, asJson([...puts.values()])]);
    puts.clear();
  }, 'late');

  return {
    *readOutcomes(keys) {
      for (const key of keys) known.set(key, null);
      for (const row of yield* session.ask<OutcomeRow>(HERE, [locationId, keys])) known.set(row.key, row);
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
