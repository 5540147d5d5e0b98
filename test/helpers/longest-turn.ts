/** How much of the processor one turn of the event loop took while something was under way. */

/** @returns what the work gives, and the longest turn in milliseconds of this thread's own CPU time. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cpuMs: number }> {
  let isOver = false;
  let longestMicros = 0;
  let before = process.threadCpuUsage();
  const tick = (): void => {
    const now = process.threadCpuUsage();
    longestMicros = Math.max(longestMicros, now.user - before.user + now.system - before.system);
    before = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    const value = await work();
    // The turn in which it came to its end counts too.
    await new Promise((resolve) => setImmediate(resolve));
    return { value, cpuMs: longestMicros / 1_000 };
  } finally {
    isOver = true;
  }
}
