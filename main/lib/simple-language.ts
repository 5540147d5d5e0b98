/**
 * Language ids of simple language, such as `de_simple` for `de`.
 *
 * `simple` is a registered variant of BCP 47.
 */
const SIMPLE = /[-_]simple$/i;

export const isSimpleLanguage = (id: string): boolean => SIMPLE.test(id);

/** Simple language of a language. */
export const simpleLanguage = (id: string): string => `${id}_simple`;

/** Ordinary language of a simple one; other ids are unchanged. */
export const usualLanguage = (id: string): string => id.replace(SIMPLE, '');
