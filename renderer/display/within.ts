/**
 * Work with a time limit and an abort signal.
 *
 * Then its signal tells it to stop, whether it listens or not. Never fails.
 */
export function within(ms: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      limit.abort();
      resolve();
    }, ms);
    void work(limit.signal)
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
