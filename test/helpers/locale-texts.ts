/** The program's texts in `assets/locales`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { TextFile } from '../../renderer/shared/i18n.ts';

const FOLDER = new URL('../../assets/locales/', import.meta.url);
export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Languages with a folder. */
export const FOLDERS: readonly string[] = readdirSync(FOLDER);

/** Text files such as `kiosk.json`; without `about.json`, and without simple language, which is optional. */
export function filesOf(language: string): readonly string[] {
  return readdirSync(new URL(`${language}/`, FOLDER))
    .filter((file) => file.endsWith('.json') && file !== 'about.json' && !file.startsWith('simple'))
    .toSorted();
}

/** Folders that contain the file. */
export const foldersWith = (file: string): readonly string[] =>
  FOLDERS.filter((language) => existsSync(new URL(`${language}/${file}.json`, FOLDER)));

export function readTexts(language: string, file: string): TextFile {
  return JSON.parse(readFileSync(new URL(`${language}/${file}.json`, FOLDER), 'utf8')) as TextFile;
}

/** Each text with its key path. */
export function entries(texts: TextFile, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : entries(value as TextFile, `${path}${key}.`),
  );
}

/** Keys without plural forms, sorted. */
export function keys(texts: TextFile): readonly string[] {
  return [...new Set(entries(texts).map(([key]) => key.replace(PLURAL, '')))].sort();
}
