/**
 * Limits how often anyone may guess a code, a card, a username or a secret: the one place for all of them.
 *
 * - A caller at an address has so many wrong guesses in a minute; right ones are refused too while that is used up.
 * - A caller at all addresses, an address (IPv6: its /64) and a location have more; only those who guessed wrong lately wait for these.
 *
 * So the owner of a right code, who has guessed nothing, is never kept out by the guesses of others. Passwords have more to
 * bear and another gate (`login-gate.ts`).
 */
import { createHash } from 'node:crypto';
import { ERRNO } from '../../contract/errno.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { addressGroup } from '../../core/network.ts';
import type { Store } from '../../store/store.ts';
import type { Refusal } from '../refusal.ts';
import { type Caller, callerName } from './caller.ts';
import { createGuessTries, MAX_WRONG } from './guess-tries.ts';

interface Limit {
  /** Wrong guesses in a minute of one caller at one address. */
  readonly own: number;
  /** The same of a caller, of an address and of a location. */
  readonly shared: number;
  /** Whether it is asked of callers without a key: what they may read at once they need not guess. */
  readonly ofAnyone: boolean;
}

const LIMITS = {
  card: { own: MAX_WRONG, shared: 30, ofAnyone: false },
  appointment: { own: MAX_WRONG, shared: 30, ofAnyone: false },
  username: { own: MAX_WRONG, shared: 30, ofAnyone: false },
  'pairing-code': { own: MAX_WRONG, shared: 30, ofAnyone: false },
  'pairing-secret': { own: 30, shared: 60, ofAnyone: true },
  ticket: { own: 5, shared: 5, ofAnyone: true },
} as const satisfies Readonly<Record<string, Limit>>;

export type Guessed = keyof typeof LIMITS;

export interface Guesser {
  readonly caller: Caller;
  /** IP address from which the request comes. */
  readonly address: string;
  /** Where the code would be good, if the request says so. */
  readonly locationId?: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** One guess that is not looked up yet. The caller must end it in any case. */
export interface Guess {
  end(wasRight: boolean): void;
}

export interface GuessLimits {
  /** 107 while too many were wrong. */
  begin(what: Guessed, guesser: Guesser): Result<Guess, Refusal>;
}

/** Guesses of one caller that are looked up at the same time: more than any honest client has. */
const MAX_PENDING = 20;
const FREE: Guess = { end() {} };

/** @param bulletin where servers of one database tell each other; null where there are none. */
export function createGuessLimits(bulletin: Store['peers']['bulletin']): GuessLimits & { close(): void } {
  const tries = createGuessTries(bulletin);
  const pending = new Map<string, number>();

  return {
    begin(what, { caller, address, locationId = '', now }) {
      const limit: Limit = LIMITS[what];
      if (caller.kind === 'anyone' && !limit.ofAnyone) return ok(FREE);
      const [who, from] = [callerName(caller), addressGroup(address)];
      const own = covered(what, 'own', who, from);
      const shared = [
        ...(caller.kind === 'anyone' ? [] : [covered(what, 'caller', who)]),
        covered(what, 'address', from),
        ...(locationId === '' ? [] : [covered(what, 'location', locationId)]),
      ];
      const scopes = tries.hasGuessed(own, now) ? shared : [];
      const waitMs = scopes.reduce(
        (longest, scope) => Math.max(longest, tries.waitMs(scope, now, limit.shared)),
        tries.waitMs(own, now, limit.own),
      );
      const inFlight = pending.get(own) ?? 0;
      if (waitMs > 0 || inFlight >= MAX_PENDING) {
        return fail({ errno: ERRNO.tooMany, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
      }
      pending.set(own, inFlight + 1);
      return ok({
        end(wasRight) {
          const left = (pending.get(own) ?? 1) - 1;
          if (left > 0) pending.set(own, left);
          else pending.delete(own);
          if (!wasRight) for (const scope of [own, ...shared]) tries.wasWrong(scope, now);
        },
      });
    },
    close: () => tries.close(),
  };
}

/** Other servers read no id and no address. */
function covered(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22);
}
