/** Texts of a page in its language. */
import i18next, { type i18n, type TFunction } from 'i18next';
import { textsLanguage } from '../../main/lib/texts-language.ts';
import { writingDirection } from '../../main/lib/writing-direction.ts';

/** One language's texts of a page, as they stand in its file. */
export type TextFile = Readonly<Record<string, unknown>>;
export type TextLoader = () => Promise<TextFile>;

/** The texts of a page: English is there at once, every other language when it has been asked for. */
export interface Texts {
  /** The language among those that exist for an id such as `pt_PT`, `pt-PT` or `pt`; `en` if there is none. */
  match(id: string): string;
  /**
   * Texts of that language, or null while they are not loaded. Those that stand in for a language which is written the
   * other way round keep their own direction: a full stop stays behind its sentence.
   */
  ready(id: string): TFunction | null;
  load(id: string): Promise<void>;
  /** From now on these belong to every language that is loaded; that of another language comes with its next `load`. */
  add(more: MoreTexts): void;
}

/** Texts of a part of the page that is fetched when it is first needed. */
export interface MoreTexts {
  /** In simple language: they stand before the usual ones of an id such as `de-simple`, and for that alone. */
  readonly isSimple?: boolean;
  readonly english: TextFile;
  readonly loaders: ReadonlyMap<string, TextLoader>;
}

const FALLBACK = 'en';

/**
 * Loaders by language, of what `import.meta.glob` gives: paths that end in `<language>/<file>.json`. Several globs make
 * one text file of each language, of all their keys.
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

  /** Once; asked for again with the next state that needs it, should it fail. */
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
    // The page's own words first: `ready` would take those of a part for them.
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
      // What is not there in simple language is found in the language itself.
      const t = engine.getFixedT(asSpoken(language, SIMPLE.test(id)));
      return writingDirection(id) === writingDirection(language) ? t : isolated(t, writingDirection(language));
    },
  };
}

/** Unicode's marks around a text of the other direction: left-to-right or right-to-left isolate, and its end. */
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

/** `pt_PT` as browsers write it: `pt-PT`. */
export function languageTag(id: string): string {
  return id.replaceAll('_', '-');
}
