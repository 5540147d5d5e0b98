/**
 * Locale files that serve one regional variant of a language.
 *
 * They use that region's plural rules: for `Intl`, a bare `pt` is Brazil's, where zero is singular.
 */
const REGIONS: Readonly<Record<string, string>> = { pt: 'pt-PT' };

/** Language whose rules the texts of a locale folder follow, as a BCP 47 tag. */
export function textsLanguage(folder: string): string {
  return REGIONS[folder] ?? folder;
}
