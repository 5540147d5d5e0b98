/** Stack of open resources, closed in reverse order. */
export interface CleanupStack {
  /** @param end called once, after the ends that were added later */
  add(end: () => unknown): void;
  /** Calls every end, even after one throws; then throws the first error. */
  close(): Promise<void>;
}

export function createClosing(): CleanupStack {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    async close() {
      const reasons: unknown[] = [];
      for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          reasons.push(error);
        }
      }
      if (reasons.length > 0) throw reasons[0];
    },
  };
}
