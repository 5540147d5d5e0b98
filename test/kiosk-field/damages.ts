/** Ways in which disks and people damage the files of a kiosk between two starts. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a kiosk client, in its folder `print-journal`. */
export const KIOSK_FILES = [
  'offline.jsonl',
  'offline.jsonl.mark',
  'intents.jsonl',
  'intents.jsonl.mark',
  'print journal',
  'journal.mark',
  'last-known.json',
  'last-known.copy.json',
  'printers.json',
  'paper-roll.json',
] as const;

/** Returns the bytes after the damage; null: the file is missing. */
export const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  missing: () => null,
  empty: () => Buffer.alloc(0),
  truncated: (bytes) => bytes.subarray(0, bytes.length / 2),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'bit flip': (bytes) => {
    const flipped = Buffer.from(bytes);
    // A digit, which leaves the file readable.
    const digits = [...flipped.keys()].filter((at) => {
      const sign = flipped[at] ?? 0;
      return sign >= 0x30 && sign <= 0x39;
    });
    const at = digits[Math.floor(digits.length / 2)] ?? 0;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    return flipped;
  },
};

export async function pathOf(dir: string, file: string): Promise<string> {
  if (file !== 'print journal') return join(dir, file);
  const journals = (await readdir(dir)).filter((name) => name.startsWith('journal-')).sort();
  return join(dir, journals.at(-1) ?? 'journal-none');
}

export async function damageFile(dir: string, file: string, damage: string): Promise<void> {
  const path = await pathOf(dir, file);
  const bytes = await readFile(path);
  const after = DAMAGES[damage]?.(bytes) ?? null;
  await rm(path);
  if (after !== null) await writeFile(path, after, { mode: 0o600 });
}

/** @param file null: the whole folder. */
export async function restoreFile(dir: string, backup: string, file: string | null): Promise<void> {
  if (file === null) {
    await rm(dir, { recursive: true });
    await cp(backup, dir, { recursive: true });
    return;
  }
  const from = await pathOf(backup, file);
  const to = await pathOf(dir, file);
  await rm(to, { force: true });
  await cp(from, to);
}
