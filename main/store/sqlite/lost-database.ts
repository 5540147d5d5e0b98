/**
 * Detects a data folder whose database was lost while other files remain.
 *
 * A power failure or a file system check can leave an empty database file. Starting a new queue there would issue
 * today's numbers twice.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Db } from '../../database/sqlite/db.ts';
import { hasSchema } from './migrate.ts';

/** Files created with the first database of a folder only. */
const COMPANIONS = ['secret.key', 'ticket.key', 'first-password.txt'];
const JOURNALS = 'print-journal';
/** Files of a kiosk with a remote server, which has a journal without a database. */
const OF_REMOTE_SERVER = ['last-known.json', 'offline.jsonl', 'offline.lock'];
/** Size of a database without tables: SQLite's header page. */
const HEADER_BYTES = 4096;
const BUSY_MS = 2_000;

/** Files that an earlier queue left behind; empty if the database exists, or never did. */
export function companionsOfLostDatabase(dataDir: string, databaseFile: string): readonly string[] {
  const file = join(dataDir, databaseFile);
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size > HEADER_BYTES || (size > 0 && hasTables(file))) return [];
  const left = COMPANIONS.filter((name) => existsSync(join(dataDir, name)));
  return hasOwnJournal(join(dataDir, JOURNALS)) ? [...left, JOURNALS] : left;
}

/** An invalid file is reported where it is opened. */
function hasTables(file: string): boolean {
  try {
    const db = new Db({ file, busyTimeoutMs: BUSY_MS });
    try {
      return hasSchema(db);
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

function hasOwnJournal(folder: string): boolean {
  const kiosks = existsSync(folder) ? readdirSync(folder) : [];
  return kiosks.some((kiosk) => {
    const names = readNames(join(folder, kiosk));
    return names.length > 0 && !names.some((name) => OF_REMOTE_SERVER.includes(name));
  });
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
