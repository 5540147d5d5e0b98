/**
 * Pending requests by id.
 *
 * A `Map` would create a new table every few dozen requests, each referencing the next. Once one of them is old, all
 * its former entries live until the next full collection: a kilobyte of garbage per request, and 100 MiB in a rush.
 */

const FIRST_SIZE = 64;

export interface OpenRequests<One> {
  /** Stores an item, and returns a unique id. */
  put(one: One): number;
  get(id: number): One | undefined;
  /** Removes and returns it. */
  take(id: number): One | undefined;
  /** Ids of all items. */
  ids(): number[];
}

export function createOpenRequests<One>(): OpenRequests<One> {
  /** Two arrays of the same length, a power of two; the slot of an id is given by its last bits. */
  let ids: number[] = Array.from({ length: FIRST_SIZE }, () => 0);
  let ones: (One | undefined)[] = Array.from({ length: FIRST_SIZE });
  let count = 0;
  let lastId = 0;

  const placeOf = (id: number): number => id % ones.length;

  /** Doubles the arrays; ids with different slots keep different slots. */
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
      // Skips slots of long-pending requests.
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
