/** Part of the ticket page that loads on demand. */
import { useState } from 'preact/hooks';

/** The part, or null until `load` has loaded it. Without a connection, the next call tries again. */
export function useLoaded<Part>(read: () => Promise<Part>): readonly [part: Part | null, load: () => void] {
  const [part, setPart] = useState<Part | null>(null);
  const load = (): void =>
    void read().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  return [part, load];
}
