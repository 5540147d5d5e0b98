/** Durability of append-only files: a confirmed line survives any earlier disk fault. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../main/lib/context.ts';
import { type LineFile, openLineFile } from '../../../main/lib/files/append-only-file.ts';

let dir: string;
let path: string;
let file: LineFile;
/** Lines that a running program would keep. */
let needed: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lines-'));
  path = join(dir, 'lines.jsonl');
  needed = [];
  file = openLineFile({ path, log: silentLog, failure: 'intent-log.write-failed', keep: () => needed });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await file.close();
  await rm(dir, { recursive: true, force: true });
});

const write = (line: string): Promise<boolean> =>
  file.write(() => {
    needed.push(line);
    return line;
  });
const onDisk = async (): Promise<readonly string[]> => (await readFile(path, 'utf8')).split('\n').filter(Boolean);

/** Open files of this process in that folder. */
const openFilesIn = (folder: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter((target) => target.startsWith(folder));
    } catch {
      return [];
    }
  });

it('leaves no file open if the disk responds after the end', async () => {
  const late = join(dir, 'late.jsonl');
  // Reading it blocks until another process writes.
  execFileSync('mkfifo', [late]);
  const slow = openLineFile({ path: late, log: silentLog, failure: 'intent-log.write-failed', keep: () => ['one'] });
  void slow.write(() => 'one');
  await slow.close();
  await writeFile(late, '');
  await expect.poll(() => statSync(late).isFile()).toBe(true);
  await expect.poll(() => openFilesIn(dir)).toEqual([]);
});

it('after a full disk within a line', async () => {
  expect(await write('one')).toBe(true);
  const handle = await open(join(dir, 'other'), 'w');
  const append = handle.appendFile;
  vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile').mockImplementationOnce(async function (
    this: typeof handle,
    text,
  ) {
    await append.call(this, String(text).slice(0, 2));
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  expect(await write('two')).toBe(false);
  await handle.close();
  expect(await write('three')).toBe(true);
  expect(await onDisk()).toEqual(['one', 'two', 'three']);
});

it('after a failed compaction', async () => {
  await file.left;
  // A folder has its path: the new file cannot be renamed to it.
  await mkdir(path);
  expect(await write('one')).toBe(false);
  await rmdir(path);
  expect(await write('two')).toBe(true);
  expect(await onDisk()).toEqual(['one', 'two']);
});

it('is no damage after a kill between the first mark and the file', async () => {
  await file.left;
  needed.push('begun');
  // The mark is on the disk, but writing the file fails.
  await mkdir(path);
  expect(await write('one')).toBe(false);
  await file.close();
  await rmdir(path);
  expect(existsSync(`${path}.mark`)).toBe(true);
  file = openLineFile({ path, log: silentLog, failure: 'intent-log.write-failed', keep: () => needed });
  expect((await file.left).origin).toBe('unknown');
});

it('after a power failure right after it: the directory entry is synced as well, once', async () => {
  const handle = await open(join(dir, 'other'), 'w');
  const { sync } = handle;
  /** Whether the file existed at each sync of its folder. */
  const kept: boolean[] = [];
  vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync').mockImplementation(async function (
    this: typeof handle,
  ) {
    if ((await this.stat()).isDirectory()) kept.push(existsSync(path));
    await sync.call(this);
  });
  await handle.close();
  expect([await write('one'), kept]).toEqual([true, [true]]);
  expect([await write('two'), kept]).toEqual([true, [true]]);
});

describe('a reopened file', () => {
  const text = (): Promise<string> => readFile(path, 'utf8');
  const mark = (): string => `${path}.mark`;

  /** State at the next start. */
  async function origin(): Promise<string> {
    await file.close();
    file = openLineFile({ path, log: silentLog, failure: 'intent-log.write-failed', keep: () => needed });
    return (await file.left).origin;
  }

  /** Some file systems keep times in steps, and a file restored within one step looks like the original. */
  async function untilLaterThan(ctimeMs: number): Promise<void> {
    const clock = await mkdtemp(join(tmpdir(), 'lines-clock-'));
    const file = join(clock, 'now');
    await expect
      .poll(async () => {
        await writeFile(file, '');
        return statSync(file).ctimeMs - ctimeMs;
      })
      .toBeGreaterThan(100);
    await rm(clock, { recursive: true });
  }

  beforeEach(async () => {
    for (const line of ['one', 'two', 'three']) await write(line);
    await file.close();
  });

  it('is recognised as its own', async () => {
    expect(await origin()).toBe('own');
    await write('four');
    expect(await origin()).toBe('own');
    expect(await onDisk()).toEqual(['one', 'two', 'three', 'four']);
  });

  it.each<[string, () => Promise<void>]>([
    ['without its last line', async () => writeFile(path, (await text()).replace('three\n', ''))],
    ['without half of it', async () => writeFile(path, (await text()).slice(0, 6))],
    ['empty', () => writeFile(path, '')],
    ['gone', () => rm(path)],
  ])('%s is detected at once', async (_, damage) => {
    await damage();
    expect(await origin()).toBe('other');
  });

  it('is detected when restored from a recent copy, alone or with its whole folder', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'lines-copy-'));
    await cp(dir, copy, { recursive: true });
    const writtenAt = statSync(path).ctimeMs;
    expect(await origin()).toBe('own');
    await write('four');
    await file.close();
    await cp(join(copy, 'lines.jsonl'), path);
    expect(await origin()).toBe('other');
    await file.close();
    await rm(dir, { recursive: true });
    await untilLaterThan(writtenAt);
    await cp(copy, dir, { recursive: true });
    expect(await origin()).toBe('other');
    await rm(copy, { recursive: true });
  });

  it('stays a different one over a kill before the first line', async () => {
    const aside = join(dir, 'aside.jsonl');
    await writeFile(path, (await text()).replace('three\n', ''));
    expect(await origin()).toBe('other');
    // The mark of the new file is on the disk, but writing the file fails.
    await rename(path, aside);
    await mkdir(path);
    expect(await write('four')).toBe(false);
    await rmdir(path);
    await rename(aside, path);
    expect(await origin()).toBe('other');
  });

  it('is neither after a line without its mark', async () => {
    const before = await readFile(mark());
    await origin();
    await write('four');
    await file.close();
    await writeFile(mark(), before);
    expect(await origin()).toBe('unknown');
  });

  it.each<[string, () => Promise<void>]>([
    ['without a mark', () => rm(mark())],
    ['with an empty mark', () => writeFile(mark(), '')],
    [
      'with a mark whose bit was flipped',
      async () =>
        writeFile(
          mark(),
          (await readFile(mark(), 'utf8')).replace(/\d/, (digit) => String(9 - Number(digit))),
        ),
    ],
  ])('%s is neither', async (_, damage) => {
    await damage();
    expect(await origin()).toBe('unknown');
  });
});
