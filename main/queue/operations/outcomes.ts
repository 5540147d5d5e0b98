/** Stored outcomes of idempotent requests. */

import type { Effects } from '../../database/effect.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, type Result } from '../../lib/result.ts';
import { query } from '../../store/contract/scope.ts';
import type { Idempotency, QueueFault } from '../contract/request.ts';
import type { OutcomeRows } from './rows/outcomes.ts';

/** How long a key is stored. */
const KEPT_MS = 24 * 3_600_000;

const SWEEP_ROWS = 200;

type Outcome = Result<unknown, QueueFault> & { readonly unreadable?: boolean };

/** Response for a key whose stored outcome is damaged: the operation must not run twice. */
const UNREADABLE: Outcome = {
  ...refuseAs('idempotent_response_damaged'),
  unreadable: true,
};

/** Stored outcome of a key; 120 if its request was different; `null` for a new key. */
export function* recallOutcome(rows: OutcomeRows, idempotency: Idempotency, now: number): Effects<Outcome | null> {
  const stored = yield* rows.outcome(idempotency.key, now - KEPT_MS);
  if (stored === null) return null;
  if (stored.fingerprint !== idempotency.fingerprint) return fail({ errno: ERRNO.idempotencyConflict });
  return readOutcome(stored.outcome) ?? UNREADABLE;
}

/** Null if the text is not a valid outcome. */
function readOutcome(text: string): Outcome | null {
  const read = parseJson(text);
  if (typeof read !== 'object' || read === null || !('ok' in read)) return null;
  const { ok, value, error } = read as { readonly ok: unknown; readonly value?: unknown; readonly error?: unknown };
  const isGood = ok === true && (value === undefined || typeof value === 'object');
  const isFault = ok === false && typeof error === 'object' && error !== null && 'errno' in error;
  return isGood || isFault ? (read as Outcome) : null;
}

export function* rememberOutcome(
  rows: OutcomeRows,
  { key, fingerprint }: Idempotency,
  outcome: Outcome,
  now: number,
): Effects<void> {
  yield* rows.putOutcome(key, { fingerprint, outcome: JSON.stringify(outcome) }, now, ticketIn(outcome));
}

/** Ticket id in the outcome: erasing the ticket's personal data also erases the stored outcome. */
function ticketIn(outcome: Outcome): string {
  if (!outcome.ok) return '';
  const { ticket } = (outcome.value ?? {}) as { readonly ticket?: { readonly id?: unknown } };
  return typeof ticket?.id === 'string' ? ticket.id : '';
}

/** The ticket issued for a key; empty if the outcome has no ticket, null for an unknown key. */
export function* ticketOfKey(rows: OutcomeRows, key: string, now: number): Effects<string | null> {
  const stored = yield* rows.outcome(key, now - KEPT_MS);
  return stored === null ? null : ticketIn(readOutcome(stored.outcome) ?? UNREADABLE);
}

/** Marks a key as used: later requests with it get an idempotency conflict. */
export function* spendKey(rows: OutcomeRows, key: string, now: number): Effects<void> {
  const outcome: Outcome = fail({ errno: ERRNO.idempotencyConflict });
  yield* rows.putOutcome(key, { fingerprint: '', outcome: JSON.stringify(outcome) }, now, '');
}

/** Deletes some expired keys; returns whether there may be more. */
export function* sweepOutcomes(rows: OutcomeRows, now: number): Effects<boolean> {
  return (yield* rows.dropOutcomes(now - KEPT_MS, SWEEP_ROWS)) === SWEEP_ROWS;
}

/** The stored outcome that `run` would return for this key; `null` for a new key. */
export const earlierOutcome = query<
  { readonly idempotency: Idempotency; readonly now: number },
  Result<unknown, QueueFault> | null
>({
  scope: 'global',
  snapshot: false,
  *run(rows, { idempotency, now }) {
    return yield* recallOutcome(rows, idempotency, now);
  },
});
