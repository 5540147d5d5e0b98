/**
 * Spoken text of a part of the page. Pure.
 */
import type { TFunction } from 'i18next';
import type { Passage } from './reading.ts';
import type { Utterance } from './speaker.ts';
import { spelled, spokenSign } from './spelled.ts';

export interface Hearing {
  readonly t: TFunction;
  /** Language of the page, as a BCP 47 tag. */
  readonly lang: string;
  speaks(lang: string): boolean;
}

/** @param before the previous passage; a common group is not repeated */
export function utterancesOf(passage: Passage, before: Passage | null, hearing: Hearing): readonly Utterance[] {
  const { t, lang } = hearing;
  if (passage.group === '' || passage.group === before?.group) return own(passage, hearing);
  const group = { text: passage.group, lang };
  // On a public output, explains why the keys of a keyboard have no names.
  const isOfKeys = passage.element.matches('.key');
  return [isOfKeys ? { ...group, aloud: `${passage.group}. ${t('speech.keys')}` } : group, ...own(passage, hearing)];
}

function own(passage: Passage, hearing: Hearing): readonly Utterance[] {
  const { t, lang } = hearing;
  switch (passage.manner) {
    case 'number': {
      const number = spelled(passage.text, t);
      return [
        { text: number, lang, isSlow: true, number: passage.text },
        { text: t('speech.again', { number }), lang, isSlow: true, number: passage.text },
      ];
    }
    case 'typed':
      return [{ text: passage.text, lang }, typedText(passage.typed, hearing)];
    case 'plain': {
      const name = passage.kind === 'control' ? spokenKey(passage, t) : { text: passage.text };
      const state = passage.state === '' ? [] : [{ text: t(`speech.${passage.state}`), lang }];
      return [{ ...name, ...inItsLanguage(name.text, passage.lang, hearing) }, ...state];
    }
  }
}

/** Typed text is only spoken to the visitor: others hear its length. */
function typedText(typed: string, { t, lang }: Hearing): Utterance {
  if (typed === '') return { text: t('speech.nothing'), lang };
  return { text: typed, aloud: t('speech.typed', { count: [...typed].length }), lang };
}

/** Change of the typed text by a key; null if unchanged. */
export function changeOf(before: string, after: string, hearing: Hearing): Utterance | null {
  const { t, lang } = hearing;
  if (before === after) return null;
  const aloud = t('speech.typed', { count: [...after].length });
  if (after.startsWith(before)) return { text: spelled(after.slice(before.length), t), aloud, lang };
  if (!before.startsWith(after)) return { text: typedText(after, hearing).text, aloud, lang };
  return { text: t('speech.deleted', { text: spelled(before.slice(after.length), t) }), aloud, lang };
}

/** Keys that type a character. Keys with other functions have names, or words on them. */
const TYPES = '.key:not([aria-label], .key-words), .key-space';

/**
 * Name of a key's character, and whether it is a capital. Keys have the same audience as typed text: for others all
 * keys sound alike.
 */
function spokenKey({ text, element }: Passage, t: TFunction): Pick<Utterance, 'text' | 'aloud'> {
  if (!element.matches('.key')) return { text };
  const more = t('form.key.accents');
  if (!element.matches(TYPES)) return text.startsWith(more) ? { text, aloud: more } : { text };
  const isCapital = text !== text.toLowerCase() && text === text.toUpperCase();
  const name = [...text].length !== 1 ? text : isCapital ? t('speech.capital', { letter: text }) : spokenSign(text, t);
  return { text: name, aloud: t('speech.key') };
}

/** A language is named in itself if a voice speaks it, else in the visitor's language. */
function inItsLanguage(text: string, own: string, { lang, speaks }: Hearing): Utterance {
  if (own === '' || own === lang || speaks(own)) return { text, lang: own === '' ? lang : own };
  const named = new Intl.DisplayNames(lang, { type: 'language' }).of(own);
  return { text: named ?? text, lang };
}
