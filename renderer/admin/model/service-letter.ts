/**
 * Next free service letter of a location.
 */
import type { Lettered } from '../../../main/site/contract/service-letters.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';

export type NamedService = Lettered & { readonly name: string };

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Letters in use at a location; empty for a service without one. @param but id of a service to ignore; empty for none
 */
export function lettersTaken(file: Pick<SiteFile, 'services'>, location: string, but = ''): ReadonlySet<string> {
  return new Set(
    file.services
      .filter((each) => each.location === location && each.id !== but)
      .map(({ tag }) => tag.trim().toUpperCase()),
  );
}

/** The first free letter, then `A2`, `A3`; I and O come last, since they look like digits. */
export function freeLetter(taken: ReadonlySet<string>): string {
  const plain = LETTERS.filter((letter) => letter !== 'I' && letter !== 'O');
  for (let round = 1; ; round += 1) {
    for (const letter of [...plain, 'I', 'O']) {
      const tag = round === 1 ? letter : `${letter}${round}`;
      if (!taken.has(tag)) return tag;
    }
  }
}
