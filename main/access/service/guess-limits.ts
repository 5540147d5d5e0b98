/**
 * Rate limits for guesses of codes, cards, passwords and PINs.
 *
 * The limits are in `access/rules/guess-policy.ts`. Three mechanisms slow down a guesser:
 * - Windows. A caller at an address has a number of wrong guesses per minute; above it, right guesses are refused too.
 *   A caller at all addresses, an address (IPv6: its /64) and a location have higher limits. These apply only to
 *   callers with a recent wrong guess. Callers without a key at one address count as one caller, apart from callers
 *   with a key. So other people's guesses never lock out the owner of a right code.
 * - Passwords are delayed (`login-throttle.ts`): a check is expensive, and no stranger may lock an account.
 * - PINs of operator panels: the kiosk delays them (`kiosk/panel/pin-gate.ts`), also while offline. Servers share the
 *   counts.
 */
import type { Clock } from '../../lib/context.ts';
import { addressGroup } from '../../lib/network.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import { GUESS_WINDOWS, WINDOW_MS, type WindowPolicy } from '../rules/guess-policy.ts';
import { NO_TRIES, type PinTries, pinTriesTogether } from '../rules/pin-wait.ts';
import { type Cover, coverWith, keepLatest } from './attempt-counter.ts';
import { type Caller, callerName } from './caller.ts';
import { createLoginGate, type LoginGate } from './login-throttle.ts';
import { shareTries } from './shared-rate-limits.ts';

/**
 * Counter of wrong guesses by caller, shared by all servers. Servers of one database exchange their counts within
 * about two seconds. Guesses above the limit in that time lengthen the wait afterwards, so that parallel requests to
 * all servers gain nothing.
 */

/** Wrong guesses older than this are forgotten. */
const KEPT_MS = 10 * WINDOW_MS;

export interface GuessTries {
  /** Milliseconds until the next guess is allowed, right or wrong; 0: now. */
  waitMs(who: string, now: number, maxWrong: number): number;
  /** Whether there was a wrong guess within the last ten minutes. */
  hasGuessed(who: string, now: number): boolean;
  wasWrong(who: string, now: number): void;
}

/** Times of wrong guesses: epoch milliseconds. */
type Times = readonly number[];

/** @param bulletin shares counts between servers; null with a single server */
export function createGuessTries(bulletin: Store['peers']['bulletin']): GuessTries & { close(): void } {
  const own = new Map<string, Times>();
  /** By caller, then by server. Counts of a stopped server stay valid. */
  const elsewhere = new Map<string, Map<string, Times>>();

  const stop = bulletin?.follow('guess', {
    accepts: ({ times }) => Array.isArray(times) && times.every((each) => typeof each === 'number'),
    note(serverId, who, body) {
      const { times } = body as { readonly times: Times };
      keepLatest(elsewhere, who, new Map(elsewhere.get(who)).set(serverId, times));
    },
    gone() {},
  });

  function forget(who: string): void {
    own.delete(who);
    bulletin?.drop('guess', who);
  }

  function timesOf(who: string, now: number): Times {
    if (own.size === 0 && elsewhere.size === 0) return [];
    // Another server's clock can be slightly ahead. Times far ahead are ignored, so that no clock error locks out a
    // caller.
    const told = [...(elsewhere.get(who)?.values() ?? [])].flat().filter((at) => at - now < WINDOW_MS);
    const times = [...(own.get(who) ?? []).filter((at) => at <= now), ...told.map((at) => Math.min(at, now))];
    return recent(times, now);
  }

  return {
    waitMs(who, now, maxWrong) {
      return Math.max(0, nextAt(timesOf(who, now), maxWrong) - now);
    },
    hasGuessed: (who, now) => timesOf(who, now).length > 0,
    wasWrong(who, now) {
      const times = [...recent(own.get(who) ?? [], now), now];
      keepLatest(own, who, times, forget);
      bulletin?.post('guess', who, { times });
      for (const [old, before] of own) {
        if (recent(before, now).length > 0) break;
        forget(old);
      }
    },
    close: () => stop?.(),
  };
}

function recent(times: Times, now: number): Times {
  return times.filter((at) => now - at < KEPT_MS);
}

/** When the next guess is allowed. A guess above the limit counts as if it had waited for its turn. */
function nextAt(times: Times, maxWrong: number): number {
  const turns: number[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    turns.push(Math.max(at, (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS));
  }
  return (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
}

export type Guessed = keyof typeof GUESS_WINDOWS;

export interface Guesser {
  readonly caller: Caller;
  /** IP address of the request. */
  readonly address: string;
  /** Location of the code, if the request names one. */
  readonly locationId?: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** One pending guess. The caller must end it in any case. */
export interface Guess {
  end(wasRight: boolean): void;
}

/** Rate limit for wrong operator-panel PINs, shared by all servers. */
interface PanelPins {
  /** Counts of other servers for this kiosk. */
  heard(deviceId: string): PinTries;
  tell(deviceId: string, tries: PinTries): void;
}

/** @param bulletin shares counts between servers of one database; null with a single server */
export function sharePanelPins(bulletin: Store['peers']['bulletin'], coverKey: Cover): PanelPins & { close(): void } {
  const told = new Map<string, PinTries>();
  const cover = (deviceId: string): string => coverKey(`panel ${deviceId}`);

  const stop = bulletin?.follow('panel-pin', {
    accepts: ({ wrong, at }) => typeof wrong === 'number' && typeof at === 'number',
    note(_serverId, key, body) {
      const { wrong, at } = body as PinTries;
      keepLatest(told, key, pinTriesTogether(told.get(key) ?? NO_TRIES, { wrong, at }));
    },
    // Keeps the counts of a server that has stopped.
    gone() {},
  });

  return {
    heard: (deviceId) => (told.size === 0 ? NO_TRIES : (told.get(cover(deviceId)) ?? NO_TRIES)),
    tell: (deviceId, { wrong, at }) => bulletin?.post('panel-pin', cover(deviceId), { wrong, at }),
    close: () => stop?.(),
  };
}

export interface GuessLimits {
  /** Error 107 while the limit is exceeded. */
  begin(what: Guessed, guesser: Guesser): Result<Guess, Refusal>;
  readonly passwords: LoginGate;
  readonly panelPins: PanelPins;
  close(): void;
}

export interface GuessLimitsOptions {
  /** Shares counts between servers of one database; null with a single server. */
  readonly bulletin: Store['peers']['bulletin'];
  /** Secret of the installation, the same at all servers. */
  readonly secret: Buffer;
  readonly clock: Clock;
}

/** Maximum concurrent guesses of one caller: more than any honest client needs. */
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
