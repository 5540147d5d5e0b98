/**
 * Letters of services, unique within a location.
 *
 * Services of a location with the same letter, or without any, issue the same numbers. Used by the server and the back
 * office.
 */
import type { Service } from './site.ts';

export type Lettered = Pick<Service, 'id' | 'location' | 'tag'>;

/** Equal for services of a location whose numbers look alike; no letter counts as a letter. */
export function letterKey({ location, tag }: Pick<Service, 'location' | 'tag'>): string {
  return `${location}\n${tag.trim().toUpperCase()}`;
}

/** Services that share a letter at a location, each group in file order. */
export function sharedLetters<T extends Lettered>(services: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const service of services) {
    const group = groups.get(letterKey(service));
    if (group === undefined) groups.set(letterKey(service), [service]);
    else group.push(service);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
