import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { DATABASE_FILE, type DatabaseTarget } from '../../../main/store/transfer/database-target.ts';
import { newDatabase } from '../../helpers/postgres-database.ts';
import type { KeptDatabase } from '../../upgrade/kept-databases.ts';

export type DataFolder = DatabaseTarget & { readonly engine: 'sqlite' };

export interface Places {
  newFolder(): DataFolder;
  newPostgres(): Promise<DatabaseTarget & { readonly engine: 'postgres' }>;
  /** A data folder with that queue, a key, and a picture of the organisation. */
  unpacked(kept: KeptDatabase): Promise<DataFolder>;
}

export const KEY = 'bm90IGEgc2VjcmV0LCBvbmx5IGEgdGVzdCBvZiBvbmU';

export const databaseIn = ({ dataDir }: DataFolder): string => join(dataDir, DATABASE_FILE);

/** Databases and folders for the tests of one file, deleted at their end. */
export function places(): Places {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const newFolder = (): DataFolder => ({ engine: 'sqlite', dataDir: mkdtempSync(join(folder, 'data-')) });
  return {
    newFolder,
    newPostgres: async () => ({ engine: 'postgres', url: (await newDatabase()).url }),
    async unpacked(kept) {
      const place = newFolder();
      await kept.unpack(databaseIn(place));
      await writeFile(join(place.dataDir, 'ticket.key'), `${KEY}\n`);
      return place;
    },
  };
}
