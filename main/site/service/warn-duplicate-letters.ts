/**
 * Warning about services of a location with the same letter.
 *
 * Logged at the start, and when a change adds one.
 */
import type { Log } from '../../lib/context.ts';
import { listDifference } from '../../lib/lists.ts';
import { letterKey, sharedLetters } from '../contract/service-letters.ts';
import type { Service } from '../contract/site.ts';
import { itemsOf } from '../rules/site-items.ts';
import type { SiteHolder } from './site-holder.ts';

/** Returns the function that stops it. */
export function warnSharedLetters(site: SiteHolder, log: Log): () => void {
  const tell = (groups: readonly (readonly Service[])[]): void => {
    for (const group of groups) {
      const [services, letter] = [group.map(({ id }) => id).join(' '), group[0]?.tag.trim()];
      log.warn('site.duplicate-service-letter', { services, letter });
    }
  };
  let before = site.current().file.services;
  tell(sharedLetters(before));
  return site.onChange(({ file: { services } }) => {
    const was = itemsOf('services', before);
    const fresh = listDifference(before, services).fresh.map(({ item }) => item);
    const changed = new Set(fresh.filter((item) => isOther(was.byId(item.id), item)));
    const now = itemsOf('services', services, before);
    const here = now.among(new Set([...changed].map(({ location }) => location)));
    before = services;
    tell(sharedLetters(here).filter((group) => group.some((item) => changed.has(item))));
  });
}

function isOther(before: Service | undefined, now: Service): boolean {
  return before === undefined || letterKey(before) !== letterKey(now);
}
