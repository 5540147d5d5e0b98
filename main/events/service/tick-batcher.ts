/** What comes in is worked off together, once a turn of the event loop, after the answers of that turn have gone out. */
export interface TurnCollector<T> {
  add(thing: T): void;
  /** There is something to do at the end of this turn, whether anything has come in or not. */
  plan(): void;
  /** Leaves out what has come in so far. */
  drop(): void;
  close(): void;
}

export interface TurnCollectorOptions<T> {
  /** Until then everything is kept. */
  readonly isReady: () => boolean;
  readonly work: (things: readonly T[]) => void;
  /** The work broke. Nothing is worked off any more. */
  readonly onFault: (error: unknown) => void;
}

export function createTurnCollector<T>({ isReady, work, onFault }: TurnCollectorOptions<T>): TurnCollector<T> {
  let things: T[] = [];
  let isPlanned = false;
  let isClosed = false;

  function endTurn(): void {
    isPlanned = false;
    if (isClosed || !isReady()) return;
    const collected = things;
    things = [];
    try {
      work(collected);
    } catch (error) {
      isClosed = true;
      onFault(error);
    }
  }

  function plan(): void {
    if (isPlanned || isClosed) return;
    isPlanned = true;
    setImmediate(endTurn);
  }

  return {
    add(thing) {
      things.push(thing);
      plan();
    },
    plan,
    drop() {
      things = [];
    },
    close() {
      isClosed = true;
    },
  };
}
