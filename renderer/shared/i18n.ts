/** Texts of a page in its language. */
import i18next, { type i18n, type TFunction } from 'i18next';
import { textsLanguage } from '../../main/lib/texts-language.ts';
import { writingDirection } from '../../main/lib/writing-direction.ts';

/** Texts of a page in one language, as in its file. */
export type TextFile = Readonly<Record<string, unknown>>;
export type TextLoader = () => Promise<TextFile>;

/** Texts of a page: English is bundled, other languages load on request. */
export interface Texts {
  /** Best available language for an id such as `pt_PT`, `pt-PT` or `pt`; default `en`. */
  match(id: string): string;
  /**
   * Texts of that language, or null while not loaded. Fallback texts in the other writing direction are isolated, so
   * that punctuation stays in place.
   */
  ready(id: string): TFunction | null;
  load(id: string): Promise<void>;
  /** Adds texts to every loaded language; other languages get them at their next `load`. */
  add(more: MoreTexts): void;
}

/** Texts of a part of the page that loads later. */
export interface MoreTexts {
  /** Simple language: precedes the standard texts of an id such as `de-simple`, and only of such. */
  readonly isSimple?: boolean;
  readonly english: TextFile;
  readonly loaders: ReadonlyMap<string, TextLoader>;
}

const FALLBACK = 'en';

/**
 * Loaders by language from `import.meta.glob` results, whose paths end in `<language>/<file>.json`. Several globs are
 * merged into one text file per language.
 */
export function textLoaders(
  ...globs: readonly Readonly<Record<string, () => Promise<TextFile>>>[]
): ReadonlyMap<string, TextLoader> {
  const parts = new Map<string, TextLoader[]>();
  for (const [path, load] of globs.flatMap((files) => Object.entries(files))) {
    const language = path.split('/').at(-2) ?? '';
    parts.set(language, [...(parts.get(language) ?? []), load]);
  }
  return new Map(
    [...parts].map(([language, loads]) => [
      language,
      async () => Object.assign({}, ...(await Promise.all(loads.map((load) => load())))) as TextFile,
    ]),
  );
}

export function createTexts(english: TextFile, loaders: ReadonlyMap<string, TextLoader>): Texts {
  const engine: i18n = i18next.createInstance();
  const parts: MoreTexts[] = [{ english, loaders }];
  const loading = new Map<TextLoader, Promise<void>>();
  void engine.init({
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    initAsync: false,
    resources: { [FALLBACK]: { translation: english } },
    interpolation: { escapeValue: false },
  });

  const match = (id: string): string => {
    const parts = languageTag(id).split('-');
    for (let length = parts.length; length > 0; length--) {
      const wanted = parts.slice(0, length).join('-').toLowerCase();
      for (const known of [FALLBACK, ...loaders.keys()]) {
        if (languageTag(known).toLowerCase() === wanted) return known;
      }
    }
    return FALLBACK;
  };

  /** Loads once; after a failure, the next request retries. */
  const fetchOnce = (language: string, loader: TextLoader, isSimple?: boolean): Promise<void> => {
    let started = loading.get(loader);
    if (started === undefined) {
      started = loader()
        .then((texts) => {
          engine.addResourceBundle(asSpoken(language, isSimple), 'translation', texts, true);
        })
        .catch(() => {
          loading.delete(loader);
        });
      loading.set(loader, started);
    }
    return started;
  };

  const load = async (id: string): Promise<void> => {
    const language = match(id);
    // Page texts first: `ready` would mistake a part's texts for them.
    for (const { loaders, isSimple } of parts) {
      const loader = loaders.get(language);
      if (loader && (!isSimple || SIMPLE.test(id))) await fetchOnce(language, loader, isSimple);
    }
  };

  return {
    match,
    load,
    add(more) {
      if (parts.includes(more)) return;
      parts.push(more);
      engine.addResourceBundle(asSpoken(FALLBACK, more.isSimple), 'translation', more.english, true);
    },
    ready: (id) => {
      const language = match(id);
      if (!engine.hasResourceBundle(textsLanguage(language), 'translation')) return null;
      // Missing simple texts fall back to the standard language.
      const t = engine.getFixedT(asSpoken(language, SIMPLE.test(id)));
      return writingDirection(id) === writingDirection(language) ? t : isolated(t, writingDirection(language));
    },
  };
}

/** Unicode isolates for text in the other direction. */
const ISOLATE = { ltr: '\u2066', rtl: '\u2067' } as const;
const END_OF_ISOLATE = '\u2069';

function isolated(t: TFunction, direction: keyof typeof ISOLATE): TFunction {
  const isolate = (...input: Parameters<TFunction>): string => `${ISOLATE[direction]}${t(...input)}${END_OF_ISOLATE}`;
  return Object.assign(isolate, t) as unknown as TFunction;
}

/** `simple` is a registered variant of BCP 47. */
const SIMPLE = /-simple$/;
const asSpoken = (language: string, isSimple?: boolean): string =>
  textsLanguage(language) + (isSimple ? '-simple' : '');

/** `pt_PT` in browser notation: `pt-PT`. */
export function languageTag(id: string): string {
  return id.replaceAll('_', '-');
}
