/**
 * Locale files that serve one regional variant of a language.
 *
 * Numbers count there as in that region: for `Intl`, a bare `pt` is Brazil's, where nought is one.
 */
const REGIONS: Readonly<Record<string, string>> = { pt: 'pt-PT' };

/** The language whose rules the texts of a locale folder follow, as a BCP 47 tag. */
export function textsLanguage(folder: string): string {
  return REGIONS[folder] ?? folder;
}
