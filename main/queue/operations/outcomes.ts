/** A request that comes twice: what was answered to its key. */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { fail, type Result } from '../../lib/result.ts';
import { query } from '../../store/contract/scope.ts';
import type { Idempotency, QueueFault } from '../contract/request.ts';
import type { OutcomeRows } from './rows/outcomes.ts';

/** How long a key is remembered. */
const KEPT_MS = 24 * 3_600_000;

const SWEEP_ROWS = 200;

type Outcome = Result<unknown, QueueFault> & { readonly unreadable?: boolean };

/** The answer to a key whose cached answer is damaged: the work must not be done a second time. */
const UNREADABLE: Outcome = {
  ...refuseAs('idempotent_response_damaged'),
  unreadable: true,
};

/** What was answered to this key before; 120 when that was another question; `null` when the key is new. */
export function* recallOutcome(rows: OutcomeRows, idempotency: Idempotency, now: number): Effects<Outcome | null> {
  const stored = yield* rows.outcome(idempotency.key, now - KEPT_MS);
  if (stored === null) return null;
  if (stored.fingerprint !== idempotency.fingerprint) return fail({ errno: ERRNO.idempotencyConflict });
  return readOutcome(stored.outcome) ?? UNREADABLE;
}

/** Null when the text is no outcome. */
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

/** The ticket that the outcome tells of: when its personal data is erased, so is what stands here. */
function ticketIn(outcome: Outcome): string {
  if (!outcome.ok) return '';
  const { ticket } = (outcome.value ?? {}) as { readonly ticket?: { readonly id?: unknown } };
  return typeof ticket?.id === 'string' ? ticket.id : '';
}

/** The ticket that was issued for a key; empty when something else came of it, null when it never came. */
export function* ticketOfKey(rows: OutcomeRows, key: string, now: number): Effects<string | null> {
  const stored = yield* rows.outcome(key, now - KEPT_MS);
  return stored === null ? null : ticketIn(readOutcome(stored.outcome) ?? UNREADABLE);
}

/** Whoever comes with this key from now on is told that it belongs to something else. */
export function* spendKey(rows: OutcomeRows, key: string, now: number): Effects<void> {
  const outcome: Outcome = fail({ errno: ERRNO.idempotencyConflict });
  yield* rows.putOutcome(key, { fingerprint: '', outcome: JSON.stringify(outcome) }, now, '');
}

/** Forgets some keys that are too old; returns whether there may be more. */
export function* sweepOutcomes(rows: OutcomeRows, now: number): Effects<boolean> {
  return (yield* rows.dropOutcomes(now - KEPT_MS, SWEEP_ROWS)) === SWEEP_ROWS;
}

/** What `run` would answer this key again without doing anything; `null` when the key is new. */
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
