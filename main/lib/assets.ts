/**
 * Locations of shipped files: the same from sources, bundle and package.
 *
 * The same from the sources, the bundle and inside a package.
 */
import { readFileSync } from 'node:fs';

/** `path` is relative to `assets/`. This source is in `main/lib/`, the bundle in `dist/main/`. */
export function assetUrl(path: string): URL {
  return new URL(path, new URL('../../assets/', import.meta.url));
}

/** The built pages. */
export function pagesUrl(): URL {
  return new URL('../dist/renderer/', assetUrl(''));
}

/** The documentation site, where it is built. */
export function helpUrl(): URL {
  return new URL('../dist/help/', assetUrl(''));
}

/** One file of texts in each of these languages of the program, by language. */
export function localeTexts<Texts>(file: string, languages: readonly string[]): ReadonlyMap<string, Texts> {
  const read = (language: string): Texts =>
    JSON.parse(readFileSync(assetUrl(`locales/${language}/${file}.json`), 'utf8')) as Texts;
  return new Map(languages.map((language) => [language, read(language)]));
}
