/** Which revision the site is of, whichever server made it. */

import type { Beat } from '../../../database/postgres/heartbeat.ts';
import { awaited, openSession } from '../../../database/postgres/session.ts';
import type { SiteListener } from '../../operations/site-changes.ts';
import { siteRevision } from './site-revisions.ts';

/** What a beat sees may be a moment old; what several see in a row is so. */
const SURE_BEATS = 3;

export interface SiteWatch {
  /** Told with every beat, so that who could not read the site just then hears of it again. */
  onSite(listener: SiteListener): () => void;
  /** A change that this server has made itself. */
  saw(revision: number): void;
  readonly beat: Beat;
}

/** @param onChange called once for each revision that is new here, before the others. */
export function createSiteWatch(onChange: () => void): SiteWatch {
  const listeners = new Set<SiteListener>();
  let known: number | null = null;
  let lower = 0;

  function saw(revision: number): void {
    const isNew = known !== null && revision > known;
    known = Math.max(known ?? 0, revision);
    if (isNew) onChange();
    for (const listener of listeners) listener(revision);
  }

  /** The machine that took over has not got the last changes: the site is what that one has. */
  function wentBack(revision: number): void {
    known = revision;
    onChange();
    for (const listener of listeners) listener(revision, true);
  }

  return {
    onSite(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    saw,
    async beat(line) {
      const revision = await awaited(siteRevision(openSession(line, null)));
      lower = known !== null && revision < known ? lower + 1 : 0;
      if (lower === 0) saw(revision);
      else if (lower >= SURE_BEATS) wentBack(revision);
    },
  };
}
