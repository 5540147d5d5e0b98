/** Locations of shipped files: the same from sources, bundle and package. */
import { readFileSync } from 'node:fs';

/** `path` is relative to `assets/`. This source is in `main/lib/`, the bundle in `dist/main/`. */
export function assetUrl(path: string): URL {
  return new URL(path, new URL('../../assets/', import.meta.url));
}

/** Folder of the built pages. */
export function pagesUrl(): URL {
  return new URL('../dist/renderer/', assetUrl(''));
}

/** Folder of the documentation site, if built. */
export function helpUrl(): URL {
  return new URL('../dist/help/', assetUrl(''));
}

/** One text file in each of these languages, by language. */
export function localeTexts<Texts>(file: string, languages: readonly string[]): ReadonlyMap<string, Texts> {
  const read = (language: string): Texts =>
    JSON.parse(readFileSync(assetUrl(`locales/${language}/${file}.json`), 'utf8')) as Texts;
  return new Map(languages.map((language) => [language, read(language)]));
}
