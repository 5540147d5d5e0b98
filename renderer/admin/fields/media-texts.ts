/**
 * Texts of display pictures, by position.
 *
 * One entry for each picture, in their order, as the site has them. Pure.
 */
import { objectOf, textOf } from '../model/item.ts';

export interface MediaText {
  readonly text: string;
  readonly translations: Readonly<Record<string, { readonly text: string }>>;
}

const NO_WORDS: MediaText = { text: '', translations: {} };

/** As many as there are pictures. */
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
 * Words go where their picture goes. One whose name is being written anew in its place keeps them.
 * @param texts as many as there were pictures before
 */
export function textsMoved(
  before: readonly string[],
  after: readonly string[],
  texts: readonly MediaText[],
): readonly MediaText[] {
  const isInPlace = before.length === after.length && after.filter((each, at) => each !== before[at]).length === 1;
  return after.map((each, at) => texts[isInPlace ? at : before.indexOf(each)] ?? NO_WORDS);
}

/** None for the pictures behind the last one that has words. */
export function textsToKeep(texts: readonly MediaText[]): readonly MediaText[] {
  const last = texts.findLastIndex(({ text, translations }) => text !== '' || Object.keys(translations).length > 0);
  return texts.slice(0, last + 1);
}
