/**
 * Order and rate of password checks.
 *
 * A password check is expensive on purpose, so a flood of logins could block all others. No account is ever locked:
 * - Wrong passwords for a name delay its next check by a growing pause of at most some seconds.
 * - Wrong passwords from an address use up its budget, which refills slowly.
 * - A user who logged in from that address before goes first and has a separate pause. Then come names with the fewest
 *   wrong attempts, so that a flood waits behind callers without failures.
 * - The wait list is limited in size, and each entry waits only some seconds.
 * Unknown names are treated like known ones. Servers of one database exchange failures and known addresses
 * (`shared-rate-limits.ts`) within about two seconds.
 */

import type { Clock } from '../../lib/context.ts';
import { smallest } from '../../lib/lists.ts';
import { addressGroup } from '../../lib/network.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { PASSWORD_POLICY } from '../rules/guess-policy.ts';
import { type AttemptCount, spentNow, together } from './attempt-counter.ts';
import type { SharedTries } from './shared-rate-limits.ts';

/** Concurrent checks. The other threads of Node's pool of four stay free for files and host names. */
const AT_ONCE = 2;
const { pausesMs, addressBudget, budgetEveryMs } = PASSWORD_POLICY;
const DEADLINE_MS = 15_000;
/** Maximum waiting attempts: in all, per name, per address, and per name and address. */
const MAX_WAITING = { all: 200, name: 40, address: 20, both: 6 };
/** Maximum names, addresses and pairs in memory; the least recently used are evicted. */
const MAX_KEPT = 10_000;
const BUSY_RETRY_SECONDS = 5;

interface Waiting {
  readonly name: string;
  readonly address: string;
  readonly isKnown: boolean;
  readonly order: number;
  readonly settle: (admitted: Result<LoginTurn, number>) => void;
  readonly cancelDeadline: () => void;
}

/** Permission to check one password. The caller must end it in any case. */
export interface LoginTurn {
  end(wasRight: boolean): void;
}

export interface LoginGate {
  /**
   * Waits for the turn to check a password. The error is the number of seconds until a retry makes sense.
   * @param name of the user, as typed
   * @param address of the caller
   */
  enter(name: string, address: string): Promise<Result<LoginTurn, number>>;
}

/** @param others failures of the other servers; null with a single server */
export function createLoginGate(clock: Clock, others: SharedTries | null = null): LoginGate {
  const names = tallies(clock, (key) => others?.triesOf(`name ${key}`) ?? []);
  const addresses = tallies(clock, (key) => others?.triesOf(`address ${key}`) ?? []);
  /** Pairs of name and address with a successful login. */
  const known = new Map<string, true>();
  const waiting = new Set<Waiting>();
  let running = 0;
  let entered = 0;
  let cancelLook = (): void => {};

  /** Attempts of a known user count separately, so that no stranger delays them. */
  const lane = ({ name, address, isKnown }: Waiting): string => (isKnown ? pair(name, address) : name);

  /** Whole milliseconds until the attempt is allowed. Rounded up, because timers ignore fractions. */
  function waitOf(one: Waiting): number {
    const now = clock.now();
    const ofName = names.of(lane(one));
    const pause = pausesMs[Math.min(ofName.wrong, pausesMs.length - 1)] ?? 0;
    const wait = Math.max(0, ofName.at + pause - now);
    if (one.isKnown) return wait;
    const ofAddress = addresses.of(one.address);
    return Math.max(wait, Math.ceil((spentNow(ofAddress, now) - addressBudget + 1) * budgetEveryMs));
  }

  function before(a: Waiting, b: Waiting): number {
    return (
      Number(b.isKnown) - Number(a.isKnown) ||
      addresses.of(a.address).wrong - addresses.of(b.address).wrong ||
      names.of(lane(a)).wrong - names.of(lane(b)).wrong ||
      a.order - b.order
    );
  }

  function leave(one: Waiting, admitted: Result<LoginTurn, number>): void {
    waiting.delete(one);
    one.cancelDeadline();
    one.settle(admitted);
  }

  function start(one: Waiting): void {
    running += 1;
    const now = clock.now();
    // Counted before the result is known, so that concurrent attempts gain nothing.
    const ofName = names.used(lane(one));
    const ofAddress = one.isKnown ? null : addresses.used(one.address);
    const charged = ofAddress === null ? [ofName] : [ofName, ofAddress];
    for (const record of charged) {
      record.spent = spentNow(record, now) + 1;
      record.wrong += 1;
      record.at = now;
    }
    leave(
      one,
      ok({
        end(wasRight) {
          running -= 1;
          if (wasRight) {
            for (const record of charged) {
              record.spent = Math.max(0, record.spent - 1);
              record.wrong = Math.max(0, record.wrong - 1);
            }
            keep(known, pair(one.name, one.address), true);
            others?.cameIn(pair(one.name, one.address));
          } else {
            others?.wasWrong(`name ${lane(one)}`, ofName);
            if (ofAddress !== null) others?.wasWrong(`address ${one.address}`, ofAddress);
          }
          work();
        },
      }),
    );
  }

  /** Starts allowed attempts, and schedules the next look. */
  function work(): void {
    cancelLook();
    while (running < AT_ONCE && waiting.size > 0) {
      const [next] = [...waiting].filter((one) => waitOf(one) <= 0).sort(before);
      if (next === undefined) {
        cancelLook = clock.after(smallest([...waiting].map(waitOf)), work);
        return;
      }
      start(next);
    }
  }

  /** Makes room among similar attempts: the last one is dropped if this one comes before it. */
  function hasRoom(one: Waiting, alike: (other: Waiting) => boolean, most: number): boolean {
    const others = [...waiting].filter(alike);
    if (others.length < most) return true;
    const last = others.sort(before).at(-1);
    if (last === undefined || before(one, last) >= 0) return false;
    leave(last, fail(BUSY_RETRY_SECONDS));
    return true;
  }

  return {
    enter: (name, from) =>
      new Promise((settle) => {
        const address = addressGroup(from);
        entered += 1;
        const one: Waiting = {
          name,
          address,
          isKnown: known.has(pair(name, address)) || others?.hasComeIn(pair(name, address)) === true,
          order: entered,
          settle,
          cancelDeadline: clock.after(DEADLINE_MS, () => leave(one, fail(BUSY_RETRY_SECONDS))),
        };
        const fits =
          hasRoom(one, (other) => other.name === name && other.address === address, MAX_WAITING.both) &&
          hasRoom(one, (other) => other.address === address, MAX_WAITING.address) &&
          hasRoom(one, (other) => other.name === name, MAX_WAITING.name) &&
          hasRoom(one, () => true, MAX_WAITING.all);
        if (!fits) return leave(one, fail(Math.max(1, Math.ceil(waitOf(one) / 1000))));
        waiting.add(one);
        work();
      }),
  };
}

function pair(name: string, address: string): string {
  return `${name}\n${address}`;
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  // Deleted first, so that the map stays in order of use.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) break;
    map.delete(oldest);
  }
}

function tallies(clock: Clock, elsewhere: (key: string) => readonly AttemptCount[]) {
  const kept = new Map<string, AttemptCount>();

  function of(key: string): AttemptCount {
    const now = clock.now();
    const found = kept.get(key);
    return together([...(found === undefined ? [] : [found]), ...elsewhere(key)], now);
  }

  return {
    of,
    /** The mutable tally, which is kept. */
    used(key: string): AttemptCount {
      // The same object while it is kept, so that a right password can undo its own charge.
      const tally = Object.assign(kept.get(key) ?? { wrong: 0, at: 0, spent: 0 }, of(key));
      keep(kept, key, tally);
      return tally;
    },
  };
}
