/**
 * Coalesces expensive reads: callers during one read share the next.
 *
 * So no caller gets data from before the call, and many concurrent callers cost two reads.
 */
export function sharedLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let current: Promise<Seen> | null = null;
  let next: Promise<Seen> | null = null;

  function begin(): Promise<Seen> {
    const begun = look();
    current = begun;
    const done = (): void => {
      if (current === begun) current = null;
    };
    begun.then(done, done);
    return begun;
  }

  return () => {
    if (current === null) return begin();
    const begun = (): Promise<Seen> => {
      next = null;
      return begin();
    };
    next ??= current.then(begun, begun);
    return next;
  };
}
