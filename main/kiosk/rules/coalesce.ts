/**
 * Shared expensive reads: callers during one read share the next.
 *
 * Whoever asks while one is under way gets the next, together with all others who wait for it. So nobody is told of
 * what was before they asked, and many at once cost two looks.
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
