/**
 * Languages of staff pages: counter, back office, mail and reports.
 *
 * Other languages fall back to English.
 */
export const STAFF_LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'ar', 'zh'] as const;

/**
 * Languages for visitors: at the kiosk, on paper, on the phone and on displays, with ids known to `Intl`. Each has a
 * folder in `assets/locales`; docs/contributing/translating.md explains how to add one.
 */
export const LANGUAGES = [...STAFF_LANGUAGES, 'ru', 'he', 'tr', 'pl', 'uk', 'vi', 'fa', 'hi', 'ja', 'ko'] as const;

/**
 * Languages with simple language for visitors of a kiosk: `simple.json` in the folder of each contains the simplified
 * texts.
 */
export const SIMPLE_LANGUAGES: readonly (typeof LANGUAGES)[number][] = [...LANGUAGES];
