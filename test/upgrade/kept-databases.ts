/** The databases of earlier programs: one folder each, with the file and what is known of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Kept } from './played-days.ts';

export const KEPT_DATABASES = new URL('../fixtures/databases/', import.meta.url);

export interface KeptDatabase extends Kept {
  readonly name: string;
  /** Writes the database to a file of that name, as the program of then left it. */
  unpack(file: string): Promise<void>;
  /** The same queue as SQL for an empty database of PostgreSQL. */
  readonly postgres: () => string;
}

/** The oldest first. */
export function keptDatabases(): readonly KeptDatabase[] {
  const kept = readdirSync(KEPT_DATABASES).map((name): KeptDatabase => {
    const place = new URL(`${name}/`, KEPT_DATABASES);
    const known = JSON.parse(readFileSync(new URL('kept.json', place), 'utf8')) as Kept;
    const packed = readFileSync(new URL('database.gz', place));
    const postgres = (): string => gunzipSync(readFileSync(new URL('postgres.sql.gz', place))).toString();
    return { ...known, name, unpack: (file) => writeFile(file, gunzipSync(packed)), postgres };
  });
  return kept.toSorted((a, b) => a.schema - b.schema);
}
