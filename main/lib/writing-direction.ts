/** Writing direction of a language. */

/** ISO 15924 codes of right-to-left scripts, including ancient ones; `Aran` is a style of `Arab`. */
const SCRIPTS = new Set(
  (
    'Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo Orkh ' +
    'Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sidt Sogd Sogo Syrc Thaa Yezi'
  ).split(' '),
);

type WritingDirection = 'ltr' | 'rtl';

/**
 * Script named by the id, or the usual one of the language in its region: Punjabi is right-to-left in Pakistan. `Intl`
 * has Unicode's tables of scripts in all browsers and Node, but not always the direction.
 */
function scriptOf(lang: string): string | undefined {
  try {
    return new Intl.Locale(lang).maximize().script;
  } catch {
    const base = lang.replace(/-.*/, '');
    return base === lang ? undefined : scriptOf(base);
  }
}

/** @param lang an id as written by sites, visitors or browsers: `ar`, `fa_IR`, `az-Arab`. An invalid id is `ltr` */
export function writingDirection(lang: string): WritingDirection {
  return SCRIPTS.has(scriptOf(lang.replaceAll('_', '-')) ?? '') ? 'rtl' : 'ltr';
}
