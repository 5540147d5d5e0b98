/** Measures the longest turn of the event loop during some work. */

/** @returns the result, and the CPU time of the longest turn in milliseconds */
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
    // The last turn counts too.
    await new Promise((resolve) => setImmediate(resolve));
    return { value, cpuMs: longestMicros / 1_000 };
  } finally {
    isOver = true;
  }
}
