/**
 * Language ids of simple language, such as `de_simple`.
 *
 * `de_simple` beside `de`, of texts of the house and of the program. `simple` is a registered variant of BCP 47.
 */
const SIMPLE = /[-_]simple$/i;

export const isSimpleLanguage = (id: string): boolean => SIMPLE.test(id);

/** Of a language its simple one. */
export const simpleLanguage = (id: string): string => `${id}_simple`;

/** The language of which it is the simple one; any other is itself. */
export const usualLanguage = (id: string): string => id.replace(SIMPLE, '');
