/** Outcome of offline tickets when a file of the kiosk is damaged between two starts. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Town } from '../../../helpers/town.ts';
import { KioskClient } from './kiosk-client.ts';

export const FILES = ['offline.jsonl', 'print journal', 'intents.jsonl', 'last-known.json'] as const;
type DamagedFile = (typeof FILES)[number];

const FEW_LINES = 3;

/** Returns the bytes after the damage; null: the file is missing. `before`: the bytes before the last ticket. */
export const DAMAGES: Readonly<Record<string, (bytes: Buffer, before: Buffer) => Buffer | null>> = {
  'last lines lost': (bytes) => {
    const lines = bytes.toString().trimEnd().split('\n');
    return Buffer.from(
      lines
        .slice(0, -FEW_LINES)
        .map((line) => `${line}\n`)
        .join(''),
    );
  },
  truncated: () => Buffer.alloc(0),
  halved: (bytes) => bytes.subarray(0, bytes.length / 2),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'bit flip': (bytes) => {
    const flipped = Buffer.from(bytes);
    // A digit of a number, so that the line stays valid JSON.
    const at = Math.max(flipped.lastIndexOf('"number":') + 12, Math.floor(flipped.length / 2));
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    return flipped;
  },
  'put back': (_, before) => before,
  missing: () => null,
};

export interface DamageOutcome {
  /** Printed numbers that are not in the queue. */
  readonly lost: readonly string[];
  /** Numbers that were printed or queued twice. */
  readonly doubled: readonly string[];
  /** Files that were reported to staff. */
  readonly told: string;
  /** When it issued numbers again: before its server was back, after that, or never. */
  readonly gives: 'alone' | 'with its server' | 'no';
}

async function pathOf(dir: string, file: DamagedFile): Promise<string> {
  if (file !== 'print journal') return join(dir, file);
  return join(
    dir,
    (await readdir(dir))
      .filter((name) => name.startsWith('journal-'))
      .sort()
      .at(-1) ?? 'none',
  );
}

const twice = (all: readonly string[]): readonly string[] => all.filter((each, at) => all.indexOf(each) !== at);
const contentOf = (path: string): Promise<Buffer> => readFile(path).catch(() => Buffer.alloc(0));

export async function sufferDamage(town: Town, file: DamagedFile, damage: string): Promise<DamageOutcome> {
  const kiosk = await KioskClient.at(town);
  let told = '';
  const note = (): void => {
    told = kiosk.status?.damaged_records || told;
  };
  try {
    await kiosk.start();
    await kiosk.isReady('with its server');
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    await kiosk.take('passports');
    await kiosk.take('passports');
    const path = await pathOf(kiosk.dir, file);
    const before = await contentOf(path);
    await kiosk.take('passports');
    await kiosk.until(async () => (await contentOf(path)).length >= before.length, 'stands');
    kiosk.kill();
    const after = DAMAGES[damage]?.(await contentOf(path), before) ?? null;
    await rm(path, { force: true });
    if (after !== null) await writeFile(path, after, { mode: 0o600 });
    await kiosk.start();
    await kiosk.until(() => kiosk.state !== null && kiosk.status !== null, 'stands');
    await stat(kiosk.dir);
    const isUp = (): boolean => ['idle', 'out-of-service'].includes(kiosk.state?.screen.name ?? '');
    await kiosk.until(isUp);
    let gives: DamageOutcome['gives'] = 'no';
    for (let looks = 0; looks < 20 && !kiosk.hasNumbers(); looks += 1) await kiosk.until(() => true, 'stands');
    if (kiosk.state?.screen.name === 'idle' && kiosk.hasNumbers()) {
      if ((await kiosk.take('passports')).paper !== null) gives = 'alone';
    }
    note();
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    note();
    if ((await kiosk.take('passports')).paper !== null && gives === 'no') gives = 'with its server';
    const papers = kiosk.papers.map(({ number }) => number);
    const queue = (await town.waiting('Passports')).map(({ number }) => `A${number.padStart(3, '0')}`);
    return {
      lost: papers.filter((number) => !queue.includes(number)),
      doubled: [...twice(papers), ...twice(queue)],
      told,
      gives,
    };
  } finally {
    await kiosk.close();
  }
}
