/** Which revision the site is of, whichever server made it. */
import type { Beat } from './heartbeat.ts';
import { awaited, openSession } from './session.ts';
import { siteRevision } from './site-items.ts';

export interface SiteWatch {
  /** Told with every beat, so that who could not read the site just then hears of it again. */
  onSite(listener: (revision: number) => void): () => void;
  /** A change that this server has made itself. */
  saw(revision: number): void;
  readonly beat: Beat;
}

/** @param onChange called once for each revision that is new here, before the others. */
export function createSiteWatch(onChange: () => void): SiteWatch {
  const listeners = new Set<(revision: number) => void>();
  let known: number | null = null;

  function saw(revision: number): void {
    const isNew = known !== null && revision > known;
    known = Math.max(known ?? 0, revision);
    if (isNew) onChange();
    for (const listener of listeners) listener(revision);
  }

  return {
    onSite(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    saw,
    beat: async (line) => saw(await awaited(siteRevision(openSession(line, null)))),
  };
}
