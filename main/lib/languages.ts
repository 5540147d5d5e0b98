/**
 * The languages of the pages of staff: counter, back office, mail and reports. Whoever reads another one has these pages
 * in English.
 */
export const STAFF_LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'ar', 'zh'] as const;

/**
 * The languages that the program speaks to visitors by itself, each as `Intl` knows it: at the kiosk, on paper, on the
 * phone and on displays. One folder of `assets/locales` each; how one is added is told in docs/contributing/translating.md.
 */
export const LANGUAGES = [...STAFF_LANGUAGES, 'ru', 'he', 'tr', 'pl', 'uk', 'vi', 'fa', 'hi', 'ja', 'ko'] as const;

/**
 * The languages in which the program speaks to visitors of a kiosk in simple language too: `simple.json` in the folder of each, which
 * holds those texts that can be said more simply.
 */
export const SIMPLE_LANGUAGES: readonly (typeof LANGUAGES)[number][] = [...LANGUAGES];
