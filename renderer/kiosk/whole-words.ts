/**
 * Hyphenation of words too long for a line.
 *
 * Words of the organisation have any length. Patterns load with the first long word.
 */
/** A shorter word has room everywhere, or no place to be divided that would help. */
const LONG = /[\p{L}\p{M}]{10,}/gu;

/** What a house has not translated stands there in its own language: of those of visitors one has such words. */
const GERMAN = /^\p{Script=Latin}{20,}$/u;

type Divide = (word: string) => string;
interface Patterns {
  readonly hyphenateSync: (text: string) => string;
}

/** Of those of visitors that have words as long as that. By the language of the page. */
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

/** Looks after each change of the page, before it is painted. Texts that were divided are drawn otherwise, as after a font has come. */
export function keepWordsWhole(root: HTMLElement): void {
  const divides = new Map<string, Divide | null>();
  /** What stood there before it was divided. */
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
      // Without patterns a word is divided where its line ends, as the browser has it; they are asked for with the next one.
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
    // What was changed here is no reason to look again.
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

/** Long words that stand on two lines; what somebody has typed stays as it is. */
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
