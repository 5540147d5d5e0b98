/**
 * Hyphenation of words too long for a line.
 *
 * Texts of the organisation can have words of any length. Patterns load with the first long word.
 */
/** Shorter words always fit, or have no useful break. */
const LONG = /[\p{L}\p{M}]{10,}/gu;

/** Untranslated texts stay in the organisation's language: of the supported ones, German has such words. */
const GERMAN = /^\p{Script=Latin}{20,}$/u;

type Divide = (word: string) => string;
interface Patterns {
  readonly hyphenateSync: (text: string) => string;
}

/** Patterns of languages with long words, by page language. */
const PATTERNS: Readonly<Record<string, () => Promise<Patterns>>> = {
  de: () => import('hyphen/de'),
  en: () => import('hyphen/en'),
  es: () => import('hyphen/es'),
  fr: () => import('hyphen/fr'),
  pl: () => import('hyphen/pl'),
  pt: () => import('hyphen/pt'),
  ru: () => import('hyphen/ru'),
  tr: () => import('hyphen/tr'),
  uk: () => import('hyphen/uk'),
};

/** Checks after each change of the page, before painting. Changed texts trigger a new layout, as after a font load. */
export function keepWordsWhole(root: HTMLElement): void {
  const divides = new Map<string, Divide | null>();
  /** Original texts before hyphenation. */
  let whole = new Map<Text, string>();
  const divided = new WeakMap<Text, string>();
  let isAsked = false;

  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(look);
  };

  const divideIn = (lang: string): Divide | null => {
    const language = lang.split('-')[0] ?? '';
    const known = divides.get(language);
    if (known !== undefined) return known;
    divides.set(language, null);
    PATTERNS[language]?.().then(
      ({ hyphenateSync }) => {
        divides.set(language, (word) => hyphenateSync(word));
        ask();
      },
      // Without patterns the browser breaks the word at the line end; the next word retries.
      () => divides.delete(language),
    );
    return null;
  };

  const divide = (lang: string, word: string): string => {
    const own = divideIn(lang)?.(word) ?? word;
    return own === word && GERMAN.test(word) ? (divideIn('de')?.(word) ?? word) : own;
  };

  function look(): void {
    isAsked = false;
    const before = whole;
    whole = new Map();
    for (const [text, words] of before) if (text.data === divided.get(text)) text.data = words;
    for (const { text, words } of brokenIn(document.body)) {
      const lang = text.parentElement?.closest<HTMLElement>('[lang]')?.lang ?? '';
      const after = words.reduce((data, word) => data.replace(word, divide(lang, word)), text.data);
      if (after === text.data) continue;
      whole.set(text, text.data);
      divided.set(text, after);
    }
    for (const text of whole.keys()) text.data = divided.get(text) ?? text.data;
    // Ignore own changes.
    observer.takeRecords();
    if ([...whole.keys()].some((text) => !before.has(text))) document.fonts.dispatchEvent(new Event('loadingdone'));
  }

  const observer = new MutationObserver(ask);
  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['hidden', 'lang', 'data-text', 'data-reach', 'data-spaced'],
  });
  window.addEventListener('resize', ask);
  document.fonts.addEventListener('loadingdone', ask);
  ask();
}

interface Broken {
  readonly text: Text;
  readonly words: readonly string[];
}

/** Long words on two lines, except typed text. */
function brokenIn(page: HTMLElement): readonly Broken[] {
  const found: Broken[] = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    if (!(text instanceof Text) || text.parentElement?.closest('output') != null) continue;
    const words = [...text.data.matchAll(LONG)].flatMap(({ 0: word, index }) =>
      isBroken(text, index, word.length) ? [word] : [],
    );
    if (words.length > 0) found.push({ text, words });
  }
  return found;
}

function isBroken(text: Text, from: number, length: number): boolean {
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, from + length);
  const [first, ...others] = range.getClientRects();
  return others.some(({ top }) => first !== undefined && Math.abs(top - first.top) > 1);
}
