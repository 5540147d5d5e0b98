/** Tests named in a table of a document, and their existence. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface NamedTest {
  readonly file: string;
  readonly titles: readonly string[];
}

/** Files in backquotes with the following titles in “”. */
export function testsOf(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(/`([^`]+)`((?: “[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

/** Files and titles of the cell that do not exist. */
export function missingTests(cell: string): readonly string[] {
  return testsOf(cell).flatMap(({ file, titles }) => {
    const path = join(ROOT, file);
    if (!existsSync(path)) return [file];
    const source = readFileSync(path, 'utf8');
    return titles.filter((title) => !holds(source, title)).map((title) => `${file} “${title}”`);
  });
}

/** Source text of a title: some characters are escaped. */
function holds(source: string, title: string): boolean {
  return source.includes(title) || source.includes(title.replaceAll("'", String.raw`\'`));
}
