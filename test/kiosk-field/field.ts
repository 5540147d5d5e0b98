/** One kiosk program of a hall, whose machine suffers between two starts, or while it runs; and what became of its tickets. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openServerLine } from '../helpers/server-line.ts';
import type { Tray } from '../printing-kills/printers.ts';
import { type Running, ready, startProgramWith, until, waitingAt } from '../printing-kills/programs.ts';
import { printsOn } from '../printing-matrix/play.ts';
import { damageFile, pathOf, restoreFile } from './damages.ts';
import { kioskPage } from './kiosk-page.ts';

export type Trouble =
  | { readonly kind: 'file'; readonly file: string; readonly damage: string }
  /** Null: the whole folder. */
  | { readonly kind: 'restored'; readonly file: string | null }
  | { readonly kind: 'full disk' | 'read-only disk' }
  | { readonly kind: 'clock'; readonly years: number; readonly runs: boolean };

export interface Row {
  readonly name: string;
  readonly trouble: Trouble;
  /** When the program starts again. */
  readonly server: 'there' | 'away';
}

export interface Fate {
  /** Alarms on the devices board. */
  readonly told: readonly string[];
  /** Numbers that a visitor holds and that are not in the queue. */
  readonly lost: readonly string[];
  /** Numbers twice on paper, or in the queue. */
  readonly doubled: readonly string[];
  /** In the queue, and held by no visitor. */
  readonly unheld: readonly string[];
  readonly gives: 'alone' | 'with its server' | 'no';
}

export interface Hall {
  readonly serverAddress: string;
  readonly folder: string;
  tray(index: number): Promise<Tray>;
  printer(index: number): string;
}

export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
/** More than the alarm of a nearly full disk. */
const DISK_MB = 220;
const YEAR_SECONDS = 365 * 86_400;
const VISIT_MS = 30_000;
const ALONE_MS = 8_000;
/** An alarm of a clock has to last a minute. */
const TOLD_MS = 100_000;
/** They say how the kiosk is just now, whatever happened to its files. */
const PASSING: readonly string[] = ['alone', 'not-shown', 'silent'];

/** Whether this system lets tests mount. */
export function canMount(folder: string): boolean {
  return (
    process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', folder]).status === 0
  );
}

const twice = (all: readonly string[]): readonly string[] => all.filter((each, at) => all.indexOf(each) !== at);

async function isSettled(own: string): Promise<boolean> {
  const text = await readFile(join(own, 'offline.jsonl'), 'utf8').catch(() => '');
  const open = new Set<unknown>();
  for (const line of text.split('\n').filter((each) => each.endsWith('}'))) {
    const { state, id, ids } = JSON.parse(line) as Record<string, unknown>;
    if (state === 'given') open.add(id);
    else if (state === 'gone') for (const gone of ids as readonly unknown[]) open.delete(gone);
  }
  return open.size === 0;
}

/** @param isToTell whether staff must be told: the alarm is awaited */
export async function suffer(hall: Hall, index: number, { trouble, server }: Row, isToTell: boolean): Promise<Fate> {
  const [deviceId, serviceId] = [`kiosk-${index}`, `service-${index}`];
  const dataDir = join(hall.folder, deviceId);
  const own = join(dataDir, 'print-journal', deviceId);
  const [backup, offset] = [join(hall.folder, `${deviceId}-backup`), join(hall.folder, `${deviceId}-offset`)];
  const isMounted = trouble.kind === 'full disk' || trouble.kind === 'read-only disk';
  const setClock = (years: number): void => {
    writeFileSync(`${offset}.new`, `${years < 0 ? '' : '+'}${years * YEAR_SECONDS}`);
    renameSync(`${offset}.new`, offset);
  };
  setClock(0);
  const fake = { FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  const env =
    trouble.kind === 'clock' && FAKETIME !== undefined
      ? { ...fake, DONT_FAKE_MONOTONIC: '1', LD_PRELOAD: FAKETIME }
      : {};
  const line = await openServerLine(hall.serverAddress);
  const page = kioskPage(deviceId, serviceId);
  const flags = ['--server', line.address, '--device', deviceId, '--data', dataDir, '--printer', hall.printer(index)];
  const programs: Running[] = [];
  const shown: string[] = [];
  const visit = async (withinMs = VISIT_MS): Promise<boolean> => {
    const number = await page.visit(withinMs);
    if (number !== null) shown.push(number);
    return number !== null;
  };
  const start = async (): Promise<void> => {
    const program = startProgramWith(env, ...flags);
    programs.push(program);
    await page.come(await ready(program));
  };
  const killAll = async (): Promise<void> => {
    for (const { child } of programs) child.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
  };
  const mount = (...options: readonly string[]): void => {
    execFileSync('mount', [...options, dataDir], { stdio: 'ignore' });
  };
  const strike = async (): Promise<void> => {
    if (trouble.kind === 'file') await damageFile(own, trouble.file, trouble.damage);
    if (trouble.kind === 'restored') await restoreFile(own, backup, trouble.file);
    if (trouble.kind === 'full disk')
      spawnSync('dd', ['if=/dev/zero', `of=${join(dataDir, 'ballast')}`, 'bs=1M'], { stdio: 'ignore' });
    if (trouble.kind === 'full disk')
      spawnSync('sh', ['-c', `cat /dev/zero >> ${join(dataDir, 'ballast')}`], { stdio: 'ignore' });
    if (trouble.kind === 'read-only disk') mount('-o', 'remount,ro');
    if (trouble.kind === 'clock') setClock(trouble.years);
  };
  /** Only of disk and clock. */
  const cure = async (): Promise<void> => {
    if (trouble.kind === 'full disk') await rm(join(dataDir, 'ballast'));
    if (trouble.kind !== 'read-only disk') return;
    mount('-o', 'remount,rw');
    // Started on such a disk, it goes alone and hands tickets over only after its next start.
    await killAll();
    await start();
  };
  const alarms = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${hall.serverAddress}/restapi/v2/admin/devices/${deviceId}/history?limit=200`);
    const { entries = [] } = (await answer.json()) as { entries?: readonly { what: string; alarm: string }[] };
    return [...new Set(entries.filter(({ what }) => what === 'alarm').map(({ alarm }) => alarm))].sort();
  };
  try {
    await mkdir(dataDir, { recursive: true });
    if (isMounted) mount('-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'none');
    await start();
    await visit();
    await until('lent numbers', async () =>
      (await readFile(join(own, 'offline.jsonl'), 'utf8').catch(() => '')).includes('"first":'),
    );
    line.set('refused');
    await visit();
    // Paper is counted on the disk each ten seconds alone.
    if ('file' in trouble && trouble.file !== null) {
      const { file } = trouble;
      await until(`a file (${file})`, async () => existsSync(await pathOf(own, file)));
    }
    await cp(own, backup, { recursive: true, filter: (path) => !path.endsWith('.new') });
    await visit();
    // No disk that has files open for writing can be made read-only.
    const runs = trouble.kind === 'full disk' || (trouble.kind === 'clock' && trouble.runs);
    if (runs) {
      await strike();
      if (server === 'there') line.set('open');
      await visit(ALONE_MS);
    }
    await killAll();
    if (!runs) await strike();
    if (server === 'there') line.set('open');
    await start();
    let gives: Fate['gives'] = 'no';
    if (server === 'away' && (await visit(ALONE_MS))) gives = 'alone';
    line.set('open');
    const isTold = (kind: string): Promise<boolean> =>
      until(kind, async () => (await alarms()).includes(kind), TOLD_MS).then(
        () => true,
        () => false,
      );
    if (isMounted) {
      await isTold('disk-full');
      await cure();
    }
    if (trouble.kind === 'clock') await isTold('clock-off');
    await until('everything handed over', () => isSettled(own));
    if ((await visit()) && gives === 'no') gives = 'with its server';
    await until('everything handed over', () => isSettled(own));
    const lasting = async (): Promise<readonly string[]> => (await alarms()).filter((kind) => !PASSING.includes(kind));
    if (isToTell) await until('an alarm', async () => (await lasting()).length > 0, TOLD_MS).catch(() => {});
    const told = await lasting();
    const papers = (await hall.tray(index)).papers
      .flatMap(printsOn)
      .filter(({ isWhole, isCopy }) => isWhole && !isCopy);
    const numbers = papers.map(({ number }) => number);
    const held = new Set([...numbers, ...shown]);
    const queue = (await waitingAt(hall.serverAddress, serviceId, 'A')).map(({ number }) => number);
    return {
      told,
      lost: [...held].filter((number) => !queue.includes(number)),
      doubled: [...twice(numbers), ...twice(shown), ...twice(queue)],
      unheld: queue.filter((number) => !held.has(number)),
      gives,
    };
  } finally {
    await killAll();
    await line.close();
    if (isMounted) spawnSync('umount', ['-l', dataDir]);
  }
}
