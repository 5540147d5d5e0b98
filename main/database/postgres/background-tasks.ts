/** Background tasks, awaited only on shutdown. */
export interface BackgroundTasks {
  /** Should it fail, nobody hears of it here. */
  add(work: Promise<unknown>): void;
  /** Resolves when all that was added so far has ended. */
  ended(): Promise<void>;
}

export function createBackgroundTasks(): BackgroundTasks {
  const works = new Set<Promise<unknown>>();
  return {
    add(work) {
      const done = work.catch(() => undefined).finally(() => works.delete(done));
      works.add(done);
    },
    async ended() {
      await Promise.all(works);
    },
  };
}
