/** Cache of the last calls of each location, desk and service. */
import type { CallRecord } from '../../contract/records.ts';

/** A call with the service of its number. */
export interface CallPlace {
  readonly id: string;
  readonly deskId: string;
  readonly numberServiceId: string;
  readonly calledAt: number;
}

/** What the calls of a list have in common. */
type CallList = 'location' | 'desk' | 'service';

/** Replaces an index by desk or service, which each call would update, on a separate page for each desk. */
export interface RecentCalls {
  /** Ids of the calls since the given instant, newest first. */
  of(by: CallList, id: string, asked: Asked): readonly string[];
  /** Adds a new call. */
  note(answer: CallRecord, numberServiceId: string): void;
  /** Removes a call that was deleted. */
  drop(answer: CallRecord): void;
}

interface Asked {
  readonly locationId: string;
  readonly since: number;
  readonly limit: number;
}

interface List {
  /** Newest first. */
  calls: CallPlace[];
  /** Whether older calls exist that the list does not contain. */
  more: boolean;
}

interface OfLocation {
  /** Older calls are not cached. */
  readonly since: number;
  /** Maximum length of each list. */
  readonly kept: number;
  readonly lists: Map<string, List>;
}

/** The default limit of a query, plus some calls that may be reverted. */
const KEPT = 16;
/** For all locations together; above it the cache is cleared and filled again on demand. */
const MAX_CALLS = 200_000;

/** @param load all calls of a location since an instant, newest first */
export function createRecentCalls(load: (locationId: string, since: number) => readonly CallPlace[]): RecentCalls {
  const known = new Map<string, OfLocation>();
  let count = 0;

  const keysOf = (locationId: string, { deskId, numberServiceId }: CallPlace): readonly string[] => [
    keyOf('location', locationId),
    keyOf('desk', deskId),
    keyOf('service', numberServiceId),
  ];

  function put({ lists, kept }: OfLocation, key: string, call: CallPlace): void {
    const list = lists.get(key) ?? { calls: [], more: false };
    lists.set(key, list);
    const { calls } = list;
    const last = calls.at(-1);
    if (last === undefined || isBefore(call, last)) {
      if (list.more || calls.length === kept) list.more = true;
      else {
        calls.push(call);
        count += 1;
      }
      return;
    }
    // At the front, unless the clock was set back.
    calls.splice(
      calls.findIndex((each) => isBefore(each, call)),
      0,
      call,
    );
    if (calls.length > kept) {
      calls.pop();
      list.more = true;
    } else count += 1;
  }

  function read({ locationId, since, limit }: Asked): OfLocation {
    if (count > MAX_CALLS) {
      known.clear();
      count = 0;
    }
    const here: OfLocation = { since, kept: Math.max(KEPT, limit), lists: new Map() };
    for (const call of load(locationId, since)) for (const key of keysOf(locationId, call)) put(here, key, call);
    known.set(locationId, here);
    return here;
  }

  return {
    of(by, id, asked) {
      const { locationId, since, limit } = asked;
      let here = known.get(locationId);
      if (here === undefined || here.since > since || here.kept < limit) here = read(asked);
      let list = here.lists.get(keyOf(by, id));
      if (list?.more === true && list.calls.length < limit) list = read(asked).lists.get(keyOf(by, id));
      const calls = list?.calls ?? [];
      return calls
        .filter(({ calledAt }) => calledAt >= since)
        .slice(0, limit)
        .map((call) => call.id);
    },
    note({ id, locationId, deskId, calledAt }, numberServiceId) {
      const here = known.get(locationId);
      if (here === undefined || calledAt < here.since) return;
      const call = { id, deskId, numberServiceId, calledAt };
      for (const key of keysOf(locationId, call)) put(here, key, call);
    },
    drop({ id, locationId }) {
      for (const list of known.get(locationId)?.lists.values() ?? []) {
        list.calls = list.calls.filter((call) => call.id !== id);
      }
    },
  };
}

const keyOf = (by: CallList, id: string): string => `${by} ${id}`;

function isBefore(one: CallPlace, other: CallPlace): boolean {
  return one.calledAt === other.calledAt ? one.id < other.id : one.calledAt < other.calledAt;
}
