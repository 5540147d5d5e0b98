/**
 * Letters of services, unique within a location.
 *
 * Two of a place that have the same one, or both none, give the same number to two people. Asked by the server and by
 * the back office.
 */
import type { Service } from './site.ts';

export type Lettered = Pick<Service, 'id' | 'location' | 'tag'>;

/** What is the same of services of a place whose numbers look alike; no letter at all is one like any other. */
export function letterKey({ location, tag }: Pick<Service, 'location' | 'tag'>): string {
  return `${location}\n${tag.trim().toUpperCase()}`;
}

/** Services that share a letter in a place, each group in the order of the file. */
export function sharedLetters<T extends Lettered>(services: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const service of services) {
    const group = groups.get(letterKey(service));
    if (group === undefined) groups.set(letterKey(service), [service]);
    else group.push(service);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
