/**
 * The files of a kiosk of earlier programs, as its machine held them when its power was cut while its server was away, with the
 * database of that server: one folder a version.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { headOf, writeMark } from '../../main/lib/files/line-mark.ts';

export const KEPT_KIOSKS = new URL('../fixtures/kiosks/', import.meta.url);
/** What the kiosk may give by itself, a line each, with the time of this machine. */
const LEASES = 'offline.jsonl';

export interface KeptKioskFacts {
  readonly version: string;
  /** When the power went, by the clock of the house. */
  readonly at: string;
  /** Of a visitor who had gone without a ticket: nobody holds it. */
  readonly unheld: string;
  /** What the kiosk gave while its server was away, oldest first: numbers as on paper. */
  readonly given: readonly string[];
}

export interface KeptKiosk extends KeptKioskFacts {
  readonly name: string;
  /** Lays its files out as the machine held them a moment ago. */
  unpackFiles(dir: string): Promise<void>;
  /** Writes the database of its server to a file of that name. */
  unpackDatabase(file: string): Promise<void>;
}

/** A machine whose file is from another time takes it for one that was put back: what is unpacked was written just now. */
async function writtenNow(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const now = lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), at: Date.now() }));
  await writeFile(file, `${now.join('\n')}\n`);
}

/** A mark names the first line of its file and the time of its last change: each is made again for the unpacked file. */
async function markedNow(dir: string): Promise<void> {
  for (const mark of await readdir(dir)) {
    const file = join(dir, mark.replace(/\.mark$/, ''));
    if (!mark.endsWith('.mark') || !existsSync(file)) continue;
    const [content, { size: bytes, ctimeMs: changedAt }] = [await readFile(file, 'utf8'), await stat(file)];
    await writeMark(file, [{ head: headOf(content), bytes, changedAt }], false);
  }
}

export function keptKiosks(): readonly KeptKiosk[] {
  if (!existsSync(KEPT_KIOSKS)) return [];
  return readdirSync(KEPT_KIOSKS)
    .sort()
    .map((name) => {
      const place = new URL(`${name}/`, KEPT_KIOSKS);
      const facts = JSON.parse(readFileSync(new URL('kept.json', place), 'utf8')) as KeptKioskFacts;
      return {
        ...facts,
        name,
        unpackDatabase: async (file) => writeFile(file, gunzipSync(await readFile(new URL('database.gz', place)))),
        async unpackFiles(dir) {
          await cp(fileURLToPath(new URL('files/', place)), dir, { recursive: true });
          await writtenNow(join(dir, LEASES));
          await markedNow(dir);
        },
      };
    });
}

/**
 * Never over one that is kept already.
 *
 * @param name the version, or more behind it: `0.2.0-other-ledger`
 */
export async function keepKiosk(name: string, facts: KeptKioskFacts, dir: string, database: string): Promise<void> {
  if (!name.startsWith(facts.version)) throw new Error(`The program is ${facts.version}: it keeps nothing as ${name}.`);
  const place = new URL(`${name}/`, KEPT_KIOSKS);
  await mkdir(KEPT_KIOSKS, { recursive: true });
  await mkdir(place);
  await cp(dir, fileURLToPath(new URL('files/', place)), { recursive: true });
  await writeFile(new URL('database.gz', place), gzipSync(await readFile(database), { level: 9 }));
  await writeFile(new URL('kept.json', place), `${JSON.stringify(facts, null, 1)}\n`);
}
