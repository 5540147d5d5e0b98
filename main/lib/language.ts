/** Language ids. A site writes them as `pt_PT`; visitors and programs send `pt_PT`, `pt-PT` or `pt`. */
import { isSimpleLanguage, usualLanguage } from './simple-language.ts';

/** Cache: every ticket needs it, and a site has few languages. */
const spelled = new Map<string, string>();
const MAX_SPELLED = 1000;

/** Canonical form for comparisons: `PT-pt` becomes `pt_PT`, `zh-hans-cn` becomes `zh_Hans_CN`. */
export function languageId(text: string): string {
  let id = spelled.get(text);
  if (id === undefined) {
    id = spell(text);
    if (spelled.size >= MAX_SPELLED) spelled.clear();
    spelled.set(text, id);
  }
  return id;
}

function spell(text: string): string {
  const [base = '', ...rest] = text.trim().split(/[-_]/);
  const parts = rest.map((part) => {
    if (part.length === 2) return part.toUpperCase();
    if (part.length === 4) return part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase();
    return part.toLowerCase();
  });
  return [base.toLowerCase(), ...parts].join('_');
}

/** `pt` of `pt_PT`. */
export function baseLanguage(lang: string): string {
  const id = languageId(lang);
  const end = id.indexOf('_');
  return end < 0 ? id : id.slice(0, end);
}

/**
 * Best match of a wanted language: the same, else its base language, else another region of the same language; null
 * without one. Simple language matches only itself. Returns the id as written in the site.
 */
export function matchLanguage(wanted: string, offered: readonly string[]): string | null {
  if (wanted === '') return null;
  const id = languageId(wanted);
  const base = baseLanguage(wanted);
  return (
    offered.find((lang) => languageId(lang) === id) ??
    offered.find((lang) => languageId(lang) === base) ??
    offered.find((lang) => baseLanguage(lang) === base && !isSimpleLanguage(lang)) ??
    null
  );
}

/** The language's BCP 47 tag, as `Intl` and HTML want it. */
export function languageTag(lang: string): string {
  return languageId(lang).replaceAll('_', '-');
}

const NONE: readonly string[] = [];

/** Languages of an `Accept-Language` header, best first. Invalid parts are ignored. */
export function acceptedLanguages(header: string): readonly string[] {
  if (header === '') return NONE;
  return header
    .slice(0, 1000)
    .split(',')
    .map((part, index) => {
      const [lang = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
      return { lang, index, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ lang, quality }) => /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(lang) && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ lang }) => lang);
}

/**
 * Entry for a language; with fallbacks to the ordinary language of a simple one, its base language, `fallback`, and any
 * entry.
 */
export function inLanguage<T>(texts: Readonly<Record<string, T>>, lang: string, fallback: string): T | undefined {
  const usual = usualLanguage(lang);
  const base = usual.split(/[-_]/)[0] ?? usual;
  const any = Object.keys(texts).find((id) => !isSimpleLanguage(id)) ?? '';
  return texts[lang] ?? texts[usual] ?? texts[base] ?? texts[fallback] ?? texts[any];
}
