import type { Site } from '../../site/rules/site-model.ts';
import { essenceOf } from './site-fingerprint.ts';

/** The site as it is told at one location, until it is renewed. */
export interface SiteHere {
  readonly site: () => Site;
  /** As `essenceOf` gives it. */
  readonly essence: () => string;
  /** `elsewhere`: it is another one, in nothing that matters here. */
  renew(): 'same' | 'elsewhere' | 'here';
}

export function createSiteHere(locationId: string, current: () => Site): SiteHere {
  let site = current();
  let essence = essenceOf(site, locationId);
  return {
    site: () => site,
    essence: () => essence,
    renew() {
      const next = current();
      if (next === site) return 'same';
      site = next;
      const now = essenceOf(site, locationId);
      if (now === essence) return 'elsewhere';
      essence = now;
      return 'here';
    },
  };
}
