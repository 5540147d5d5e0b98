/**
 * Locale files of a language alone that are written as one region speaks it, by the file's name. Numbers count there as in that region:
 * for `Intl`, a bare `pt` is Brazil's, where nought is one.
 */
const REGIONS: Readonly<Record<string, string>> = { pt: 'pt-PT' };

/** The language whose rules the texts of a locale folder follow, as a BCP 47 tag. */
export function textsLanguage(folder: string): string {
  return REGIONS[folder] ?? folder;
}
