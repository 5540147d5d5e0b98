/**
 * The letter before the numbers of a service: two services of a place that have the same one give the same number to two people.
 * Sites that have it so are good all the same; whoever changes one of them is told.
 */
import type { Service } from '../contract/site.ts';

type Lettered = Pick<Service, 'id' | 'location' | 'tag'>;

const keyOf = ({ location, tag }: Pick<Service, 'location' | 'tag'>): string => `${location}\n${tag.toUpperCase()}`;

/** Why the service may not have its letter, or null. One that had it before keeps it. */
export function letterFault(
  service: Lettered,
  services: readonly Lettered[],
  before: Lettered | undefined,
): string | null {
  if (service.tag === '' || (before !== undefined && keyOf(before) === keyOf(service))) return null;
  const other = services.find((each) => each.id !== service.id && keyOf(each) === keyOf(service));
  if (other === undefined) return null;
  return `the service ${other.id} of the same location has the letter ${service.tag} already: both would give the same numbers`;
}

/** Services that share a letter in a place, each group in the order of the file. */
export function sharedLetters(services: readonly Lettered[]): readonly (readonly Lettered[])[] {
  const groups = new Map<string, Lettered[]>();
  for (const service of services) {
    if (service.tag !== '') groups.set(keyOf(service), [...(groups.get(keyOf(service)) ?? []), service]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
