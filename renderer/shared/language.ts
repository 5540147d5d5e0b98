/** Language of a staff page. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import { writingDirection } from '../../main/lib/writing-direction.ts';
import { languageTag, type MoreTexts, type Texts } from './i18n.ts';
import { browserMemory } from './storage.ts';

/** Language of the page: chosen by the user, else the browser's. */
export interface Language {
  readonly id: ReadonlySignal<string>;
  /** Its texts; those of the previous language while loading. */
  readonly t: ReadonlySignal<TFunction>;
  choose(id: string): void;
  /** Default instead of the browser's language, unless the user has chosen one. */
  suggest(id: string): void;
  /** Resolves when the texts of another part are loaded in the current language. */
  more(texts: MoreTexts): Promise<void>;
}

export function createLanguage(texts: Texts, root: HTMLElement): Language {
  const english = texts.ready('en');
  if (english === null) throw new Error('English is part of every page.');
  const id = signal('en');
  const t = signal(english);
  let wanted = 'en';

  const choose = (asked: string): void => {
    const language = texts.match(asked);
    wanted = language;
    void texts.load(language).then(() => {
      const loaded = texts.ready(language);
      if (wanted !== language || loaded === null) return;
      t.value = loaded;
      id.value = language;
    });
  };

  effect(() => {
    root.lang = languageTag(id.value);
    root.dir = writingDirection(id.value);
  });
  choose(browserMemory.read('language') ?? firstKnown(texts));
  return {
    id,
    t,
    suggest(asked) {
      if (browserMemory.read('language') === null) choose(asked);
    },
    choose(asked) {
      browserMemory.write('language', asked);
      choose(asked);
    },
    more(part) {
      texts.add(part);
      return texts.load(wanted);
    },
  };
}

function firstKnown(texts: Texts): string {
  const known = navigator.languages.find((each) => each.toLowerCase().startsWith('en') || texts.match(each) !== 'en');
  return known ?? 'en';
}

/** Name of the language in itself, `Português`. */
export function ownName(id: string): string {
  const name = new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? id;
  return name.slice(0, 1).toLocaleUpperCase(id) + name.slice(1);
}

/** Name of a language in another one: `Arabisch` for a German reader. */
export function nameOfLanguage(id: string, reader: string): string {
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(languageTag(id)) ?? id;
  } catch {
    return id;
  }
}
