/** The texts of the program as they stand in `assets/locales`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { TextFile } from '../../renderer/shared/i18n.ts';

const FOLDER = new URL('../../assets/locales/', import.meta.url);
export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The languages that have a folder. */
export const FOLDERS: readonly string[] = readdirSync(FOLDER);

/** `kiosk.json` and so on; what is said about the language itself is no text, and simple words need not be there. */
export function filesOf(language: string): readonly string[] {
  return readdirSync(new URL(`${language}/`, FOLDER))
    .filter((file) => file.endsWith('.json') && file !== 'about.json' && !file.startsWith('simple'))
    .toSorted();
}

/** The folders that have that file. */
export const foldersWith = (file: string): readonly string[] =>
  FOLDERS.filter((language) => existsSync(new URL(`${language}/${file}.json`, FOLDER)));

export function readTexts(language: string, file: string): TextFile {
  return JSON.parse(readFileSync(new URL(`${language}/${file}.json`, FOLDER), 'utf8')) as TextFile;
}

/** Every text with the path of its key. */
export function entries(texts: TextFile, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : entries(value as TextFile, `${path}${key}.`),
  );
}

/** Without plural forms, in their order. */
export function keys(texts: TextFile): readonly string[] {
  return [...new Set(entries(texts).map(([key]) => key.replace(PLURAL, '')))].sort();
}
