import { ERRNO } from '../../contract/errno.ts';
import { fail, type Result } from '../../contract/result.ts';
import type { Idempotency, QueueFault } from '../store.ts';
import type { Db } from './db.ts';

/** How long a key is remembered. */
const KEPT_MS = 24 * 3_600_000;
const SWEEP_ROWS = 200;

type Outcome = Result<unknown, QueueFault>;

interface StoredOutcome {
  readonly fingerprint: string;
  readonly outcome: string;
}

/** What was answered to this key before; 120 when that was another question; `null` when the key is new. */
export function recallOutcome(db: Db, idempotency: Idempotency, now: number): Outcome | null {
  const row = db.get<StoredOutcome>(
    'SELECT fingerprint, outcome FROM idempotency WHERE key = ? AND created_at > ?',
    idempotency.key,
    now - KEPT_MS,
  );
  if (row === undefined) return null;
  if (row.fingerprint !== idempotency.fingerprint) return fail({ errno: ERRNO.idempotencyConflict });
  const outcome: Outcome = JSON.parse(row.outcome);
  return outcome;
}

export function rememberOutcome(db: Db, idempotency: Idempotency, outcome: Outcome, now: number): void {
  db.run(
    'INSERT OR REPLACE INTO idempotency (key, fingerprint, outcome, created_at, ticket_id) VALUES (?, ?, ?, ?, ?)',
    idempotency.key,
    idempotency.fingerprint,
    JSON.stringify(outcome),
    now,
    ticketIn(outcome),
  );
}

/** The ticket that the outcome tells of: when its personal data is erased, so is what stands here. */
function ticketIn(outcome: Outcome): string {
  if (!outcome.ok) return '';
  const { ticket } = (outcome.value ?? {}) as { readonly ticket?: { readonly id?: unknown } };
  return typeof ticket?.id === 'string' ? ticket.id : '';
}

/** Forgets some keys that are too old; returns whether there may be more. */
export function sweepOutcomes(db: Db, now: number): boolean {
  const swept = db.run(
    'DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)',
    now - KEPT_MS,
    SWEEP_ROWS,
  );
  return swept === SWEEP_ROWS;
}
