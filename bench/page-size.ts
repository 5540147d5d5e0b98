/** Script that each page loads at its start, gzip: its entry, all that the entry imports, and one language. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { report } from './figures.ts';
import { pageScripts } from './page-chunks.ts';

export function pageSize(): boolean {
  const met = pageScripts().map(({ page, files, limitKb }) => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    const size = `${(bytes / 1000).toFixed(1)} kB`;
    report(`${page} page script, gzip, with one language`, { size }, `${limitKb} kB`, bytes <= limitKb * 1000);
    return bytes <= limitKb * 1000;
  });
  return met.every(Boolean);
}
