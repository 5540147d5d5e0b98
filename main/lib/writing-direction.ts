/** Writing direction of a language. */

/** ISO 15924 names of the scripts that run from right to left, those of antiquity too; `Aran` is a hand of `Arab`. */
const SCRIPTS = new Set(
  (
    'Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh ' +
    'Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sidt Sogd Sogo Syrc Thaa Yezi'
  ).split(' '),
);

type WritingDirection = 'ltr' | 'rtl';

/**
 * The script that the id names, or else the one in which the language is written there: Punjabi runs the other way in
 * Pakistan. Unicode's own tables know it, as every browser and Node have them; which way a script runs not all of them say.
 */
function scriptOf(lang: string): string | undefined {
  try {
    return new Intl.Locale(lang).maximize().script;
  } catch {
    const base = lang.replace(/-.*/, '');
    return base === lang ? undefined : scriptOf(base);
  }
}

/** @param lang an id as sites, visitors or browsers write it: `ar`, `fa_IR`, `az-Arab`. What is no language runs `ltr`. */
export function writingDirection(lang: string): WritingDirection {
  return SCRIPTS.has(scriptOf(lang.replaceAll('_', '-')) ?? '') ? 'rtl' : 'ltr';
}
