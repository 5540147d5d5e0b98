import i18next, { type i18n, type TFunction } from 'i18next';
import { writingDirection } from '../../main/contract/writing-direction.ts';

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
  const loading = new Map<string, Promise<void>>();
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

  const load = (id: string): Promise<void> => {
    const language = match(id);
    const loader = loaders.get(language);
    if (loader === undefined || engine.hasResourceBundle(language, 'translation')) return Promise.resolve();
    let started = loading.get(language);
    if (started === undefined) {
      started = loader()
        .then((texts) => {
          engine.addResourceBundle(language, 'translation', texts);
        })
        .catch(() => {
          // Asked for again with the next state that needs it.
          loading.delete(language);
        });
      loading.set(language, started);
    }
    return started;
  };

  return {
    match,
    load,
    ready: (id) => {
      const language = match(id);
      if (!engine.hasResourceBundle(language, 'translation')) return null;
      const t = engine.getFixedT(language);
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

/** `pt_PT` as browsers write it: `pt-PT`. */
export function languageTag(id: string): string {
  return id.replaceAll('_', '-');
}
