/**
 * Rate limits for guesses of codes, cards, passwords and PINs.
 *
 * How many are free is in `access/rules/guess-policy.ts`. Three ways to slow down a guesser:
 *
 * - Windows. A caller at an address has so many wrong guesses in a minute; right ones are refused too while that is used up.
 *   A caller at all addresses, an address (IPv6: its /64) and a location have more; only those who guessed wrong lately wait for these.
 *   Callers without a key at one address are one caller. They are counted apart, so that they never make a caller with a key wait.
 *   So the owner of a right code, who has guessed nothing, is never kept out by the guesses of others.
 * - Passwords wait for their turn (`login-throttle.ts`): checking one is expensive, and no stranger may lock an account.
 * - PINs of operator panels: the kiosk waits (`kiosk/panel/pin-gate.ts`), also without its server; here servers share what it counts.
 */
import type { Clock } from '../../lib/context.ts';
import { ERRNO } from '../../lib/errno.ts';
import { addressGroup } from '../../lib/network.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import { GUESS_WINDOWS, type WindowPolicy } from '../rules/guess-policy.ts';
import { NO_TRIES, type PinTries, pinTriesTogether } from '../rules/pin-wait.ts';
import { type Cover, coverWith, keepLatest } from './attempt-counter.ts';
import { type Caller, callerName } from './caller.ts';
import { createGuessTries } from './guess-tries.ts';
import { createLoginGate, type LoginGate } from './login-throttle.ts';
import { shareTries } from './shared-rate-limits.ts';

export type Guessed = keyof typeof GUESS_WINDOWS;

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

/** Rate limit for wrong operator-panel PINs, shared by all servers. */
interface PanelPins {
  /** What other servers have said of that kiosk. */
  heard(deviceId: string): PinTries;
  tell(deviceId: string, tries: PinTries): void;
}

/** @param bulletin where servers of one database tell each other; null where there are none. */
export function sharePanelPins(bulletin: Store['peers']['bulletin'], coverKey: Cover): PanelPins & { close(): void } {
  const told = new Map<string, PinTries>();
  const cover = (deviceId: string): string => coverKey(`panel ${deviceId}`);

  const stop = bulletin?.follow('panel-pin', {
    accepts: ({ wrong, at }) => typeof wrong === 'number' && typeof at === 'number',
    note(_serverId, key, body) {
      const { wrong, at } = body as PinTries;
      keepLatest(told, key, pinTriesTogether(told.get(key) ?? NO_TRIES, { wrong, at }));
    },
    // A guesser waits also when the server that counted has ended.
    gone() {},
  });

  return {
    heard: (deviceId) => (told.size === 0 ? NO_TRIES : (told.get(cover(deviceId)) ?? NO_TRIES)),
    tell: (deviceId, { wrong, at }) => bulletin?.post('panel-pin', cover(deviceId), { wrong, at }),
    close: () => stop?.(),
  };
}

export interface GuessLimits {
  /** 107 while too many were wrong. */
  begin(what: Guessed, guesser: Guesser): Result<Guess, Refusal>;
  readonly passwords: LoginGate;
  readonly panelPins: PanelPins;
  close(): void;
}

export interface GuessLimitsOptions {
  /** Where servers of one database tell each other; null where there are none. */
  readonly bulletin: Store['peers']['bulletin'];
  /** Of the installation, the same at all servers. */
  readonly secret: Buffer;
  readonly clock: Clock;
}

/** Guesses of one caller that are looked up at the same time: more than any honest client has. */
const MAX_PENDING = 20;

const FREE: Guess = { end() {} };

export function createGuessLimits({ bulletin, secret, clock }: GuessLimitsOptions): GuessLimits {
  const cover = coverWith(secret);
  const covered = (...parts: readonly string[]): string => cover(parts.join('\n'));
  const tries = createGuessTries(bulletin);
  const logins = bulletin === null ? null : shareTries(bulletin, cover, clock);
  const panelPins = sharePanelPins(bulletin, cover);
  const pending = new Map<string, number>();

  return {
    begin(what, { caller, address, locationId = '', now }) {
      const limit: WindowPolicy = GUESS_WINDOWS[what];
      const hasKey = caller.kind !== 'anyone';
      const maxOwn = hasKey ? limit.own : limit.withoutKey;
      if (maxOwn === null) return ok(FREE);
      const [who, from] = [callerName(caller), addressGroup(address)];
      const own = covered(what, 'own', who, from);
      const shared = [
        ...(hasKey ? [covered(what, 'caller', who), covered(what, 'address', from)] : []),
        ...(locationId === '' ? [] : [covered(what, hasKey ? 'location' : 'location without a key', locationId)]),
      ];
      const scopes = tries.hasGuessed(own, now) ? shared : [];
      const waitMs = scopes.reduce(
        (longest, scope) => Math.max(longest, tries.waitMs(scope, now, limit.shared)),
        tries.waitMs(own, now, maxOwn),
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
    passwords: createLoginGate(clock, logins),
    panelPins,
    close() {
      tries.close();
      logins?.close();
      panelPins.close();
    },
  };
}
