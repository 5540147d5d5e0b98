/**
 * Check of a service's letter.
 *
 * Existing sites may have a letter twice and stay valid. An edit of one of these services reports it, and so does the
 * log (`site/service/warn-duplicate-letters.ts`).
 */
import { type Lettered, letterKey } from '../contract/service-letters.ts';

/** Services that share a letter, indexed for checks of many services. */
export function lettersAlike(services: readonly Lettered[]): (service: Lettered) => readonly Lettered[] {
  const groups = Map.groupBy(services, letterKey);
  return (service) => groups.get(letterKey(service)) ?? [];
}

/** Why the service cannot have its letter, or none; null if it can. An unchanged letter is allowed. */
export function letterFault(
  service: Lettered,
  services: readonly Lettered[],
  before: Lettered | undefined,
): string | null {
  const key = letterKey(service);
  if (before !== undefined && letterKey(before) === key) return null;
  const other = services.find((each) => each.id !== service.id && letterKey(each) === key);
  if (other === undefined) return null;
  const [letter, has] = [service.tag.trim(), `the service ${other.id} of the same location has`];
  return `${letter === '' ? `${has} no letter either` : `${has} the letter ${letter} already`}: their ticket numbers would be equal`;
}
