/** Which way a language is written, for pages, paper and displays alike. */

/** ISO 15924 names of scripts that run from right to left. */
const SCRIPTS = new Set(['adlm', 'arab', 'aran', 'hebr', 'mand', 'nkoo', 'rohg', 'samr', 'syrc', 'thaa']);
/** Languages that are written in one of them where no script is named; `iw` and `ji` are old ids of `he` and `yi`. */
const LANGUAGES = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ji',
  'ks',
  'mzn',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);

type WritingDirection = 'ltr' | 'rtl';

/** @param lang an id as sites, visitors or browsers write it: `ar`, `fa_IR`, `az-Arab`. */
export function writingDirection(lang: string): WritingDirection {
  const [language = '', ...rest] = lang.toLowerCase().split(/[-_]/);
  const script = rest.find((part) => part.length === 4 && /^[a-z]+$/.test(part));
  const isRightToLeft = script === undefined ? LANGUAGES.has(language) : SCRIPTS.has(script);
  return isRightToLeft ? 'rtl' : 'ltr';
}
