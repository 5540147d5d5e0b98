/**
 * Texts of display pictures, by position.
 *
 * One entry per picture, in their order. Pure.
 */
import { objectOf, textOf } from '../model/item.ts';

export interface MediaText {
  readonly text: string;
  readonly translations: Readonly<Record<string, { readonly text: string }>>;
}

const NO_WORDS: MediaText = { text: '', translations: {} };

/** One text per picture. */
export function textsOfMedia(media: readonly string[], texts: unknown): readonly MediaText[] {
  const given = Array.isArray(texts) ? texts.map(objectOf) : [];
  return media.map((_, at) => {
    const { translations } = given[at] ?? {};
    const said = Object.entries(objectOf(translations)).map(([lang, words]) => [lang, textOf(objectOf(words), 'text')]);
    return {
      text: textOf(given[at] ?? {}, 'text'),
      translations: Object.fromEntries(
        said.flatMap(([lang = '', text = '']) => (text === '' ? [] : [[lang, { text }]])),
      ),
    };
  });
}

/**
 * Moves each text with its picture. A picture whose name is edited in place keeps its text.
 * @param texts one per picture of the previous list
 */
export function textsMoved(
  before: readonly string[],
  after: readonly string[],
  texts: readonly MediaText[],
): readonly MediaText[] {
  const isInPlace = before.length === after.length && after.filter((each, at) => each !== before[at]).length === 1;
  return after.map((each, at) => texts[isInPlace ? at : before.indexOf(each)] ?? NO_WORDS);
}

/** Drops empty entries after the last picture with a text. */
export function textsToKeep(texts: readonly MediaText[]): readonly MediaText[] {
  const last = texts.findLastIndex(({ text, translations }) => text !== '' || Object.keys(translations).length > 0);
  return texts.slice(0, last + 1);
}
