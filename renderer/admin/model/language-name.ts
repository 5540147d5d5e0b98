import { ownName } from '../../shared/language.ts';

/** In its own words; what is no language stays as it is written. */
export function languageName(id: string): string {
  try {
    return ownName(id.replaceAll('_', '-'));
  } catch {
    return id;
  }
}
