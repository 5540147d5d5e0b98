/**
 * Requests that wait for an answer, by id.
 *
 * A `Map` would do the same, but the engine makes a new table of it every few dozen requests, and each table keeps the
 * next: once one of them is old, all that was ever put into them is kept until the next full collection. That was a
 * kilobyte of garbage for each request, and 100 MiB in a rush.
 */

const FIRST_SIZE = 64;

export interface OpenRequests<One> {
  /** Gives an id that no other has had. */
  put(one: One): number;
  get(id: number): One | undefined;
  /** Gives it, and forgets it. */
  take(id: number): One | undefined;
  /** Ids of all of them. */
  ids(): number[];
}

export function createOpenRequests<One>(): OpenRequests<One> {
  /** Both of the same length, a power of two: what has an id lies at its last bits. */
  let ids: number[] = Array.from({ length: FIRST_SIZE }, () => 0);
  let ones: (One | undefined)[] = Array.from({ length: FIRST_SIZE });
  let count = 0;
  let lastId = 0;

  const placeOf = (id: number): number => id % ones.length;

  /** What differed in its last bits differs in more of them. */
  function grow(): void {
    const [oldIds, oldOnes] = [ids, ones];
    ids = Array.from({ length: oldIds.length * 2 }, () => 0);
    ones = Array.from({ length: oldIds.length * 2 });
    oldIds.forEach((id, place) => {
      ids[placeOf(id)] = id;
      ones[placeOf(id)] = oldOnes[place];
    });
  }

  function get(id: number): One | undefined {
    const place = placeOf(id);
    return ids[place] === id ? ones[place] : undefined;
  }

  return {
    put(one) {
      if (count === ones.length) grow();
      // One that waits for long is passed by.
      do lastId += 1;
      while (ones[placeOf(lastId)] !== undefined);
      ids[placeOf(lastId)] = lastId;
      ones[placeOf(lastId)] = one;
      count += 1;
      return lastId;
    },
    get,
    take(id) {
      const one = get(id);
      if (one === undefined) return undefined;
      ones[placeOf(id)] = undefined;
      count -= 1;
      return one;
    },
    ids: () => ids.filter((id) => get(id) !== undefined),
  };
}
