import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { OutcomeRows, StoredOutcome } from '../../operations/rows/outcomes.ts';

const SELECT = 'SELECT fingerprint, outcome FROM idempotency WHERE key = ? AND created_at > ?';
const PUT =
  'INSERT OR REPLACE INTO idempotency (key, fingerprint, outcome, created_at, ticket_id) VALUES (?, ?, ?, ?, ?)';
const DROP = `DELETE FROM idempotency WHERE key IN
  (SELECT key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)`;

export function outcomeRows(db: Db): OutcomeRows {
  return {
    outcome: (key, since) => atOnce(db.get<StoredOutcome>(SELECT, key, since) ?? null),
    putOutcome(key, { fingerprint, outcome }, now, ticketId) {
      db.run(PUT, key, fingerprint, outcome, now, ticketId);
      return DONE;
    },
    dropOutcomes: (until, limit) => atOnce(db.run(DROP, until, limit)),
  };
}
