/**
 * In which order passwords are checked, and how fast. Checking one is dear on purpose, so whoever sends many could keep
 * everybody else out, or guess for ever. Nobody is locked out for what others send:
 *
 * - Wrong tries for a name make the next one wait: a growing pause, never more than some seconds.
 * - Wrong tries from an address use up its budget, which comes back slowly.
 * - Of those that wait, a user who has come in from that address before goes first and has a pause of their own, then
 *   whoever was wrong least often. A flood waits behind those who have sent nothing wrong.
 * - Everything that waits is bounded, and waits for some seconds only.
 *
 * Names that nobody has are treated like all others. Several servers of one database tell each other what was wrong, and who
 * came in from where (`shared-rate-limits.ts`), a second or two later: until then each lets through what it would alone.
 */

import type { Clock } from '../../lib/context.ts';
import { smallest } from '../../lib/lists.ts';
import { addressGroup } from '../../lib/network.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { PASSWORD_POLICY } from '../rules/guess-policy.ts';
import { type AttemptCount, spentNow, together } from './attempt-counter.ts';
import type { SharedTries } from './shared-rate-limits.ts';

/** Passwords checked at once: the others of Node's four helper threads stay free for files and names. */
const AT_ONCE = 2;
const { pausesMs, addressBudget, budgetEveryMs } = PASSWORD_POLICY;
const DEADLINE_MS = 15_000;
/** Tries that may wait: in all, for one name, from one address, for one name from one address. */
const MAX_WAITING = { all: 200, name: 40, address: 20, both: 6 };
/** Names, addresses, and pairs of them that are kept in mind; those used longest ago are forgotten. */
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

/** Leave to check one password. To be ended in any case. */
export interface LoginTurn {
  end(wasRight: boolean): void;
}

export interface LoginGate {
  /**
   * Waits until a password may be checked for that name. The error is in how many seconds to come again.
   *
   * @param name of the user, or whatever was given for one
   * @param address of the caller
   */
  enter(name: string, address: string): Promise<Result<LoginTurn, number>>;
}

/** @param others where servers tell each other; null where there are none. */
export function createLoginGate(clock: Clock, others: SharedTries | null = null): LoginGate {
  const names = tallies(clock, (key) => others?.triesOf(`name ${key}`) ?? []);
  const addresses = tallies(clock, (key) => others?.triesOf(`address ${key}`) ?? []);
  /** Who came in, and from where. */
  const known = new Map<string, true>();
  const waiting = new Set<Waiting>();
  let running = 0;
  let entered = 0;
  let cancelLook = (): void => {};

  /** A known user's tries are counted apart, so that no stranger makes them wait. */
  const lane = ({ name, address, isKnown }: Waiting): string => (isKnown ? pair(name, address) : name);

  /** Whole milliseconds until that try may be made: a clock that is asked for less would never get there. */
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
    // Counted before it is known to be wrong, so that many at once are no more than one after another.
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

  /** Lets in whoever may, and looks again when the next one may. */
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

  /** Room among those that are like it: the last of them goes if this one comes before it. */
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
  // Set anew, so that the map's order is that of the last use.
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
    /** The same, to be changed and kept. */
    used(key: string): AttemptCount {
      // The same for as long as it is kept: whoever was right takes back what was charged to it.
      const tally = Object.assign(kept.get(key) ?? { wrong: 0, at: 0, spent: 0 }, of(key));
      keep(kept, key, tally);
      return tally;
    },
  };
}
