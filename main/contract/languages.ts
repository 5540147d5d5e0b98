/**
 * The languages that the program speaks by itself, each as `Intl` knows it: one folder of `assets/locales` each. How
 * one is added is told in docs/languages.md.
 */
export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'ar', 'zh'] as const;
