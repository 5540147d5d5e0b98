/**
 * Tickets through Debian's own CUPS: a queue without a driver, whose backend plays the printer. Needs cups-daemon,
 * cups-client and cups-core-drivers, and root, as CUPS itself does.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cupsSpooler } from '../../../main/printing/spool/cups.ts';
import { BytePrinter } from '../../printing-matrix/byte-printer.ts';
import { openPrinter } from '../open-printer.ts';
import { ENGLISH } from '../sample-tickets.ts';

const run = promisify(execFile);
const CUPSD = '/usr/sbin/cupsd';
const PARTS = '/usr/lib/cups';
const SEEN = { from: 'panel', by: '', at: '2026-11-28T08:00:00.000Z' } as const;
const NOTHING = { ids: false, transmits: false, names: false, status: false, automatic: false, clears: false };

interface Cups {
  readonly socketPath: string;
  /** The tickets on the printer's paper. */
  papers(): Promise<readonly string[]>;
  setPaper(isOut: boolean): Promise<void>;
  command(program: string, ...args: readonly string[]): Promise<string>;
}

/** It copies what it gets to a file; while the file "no-paper" is there it says so, and waits. */
const backend = (folder: string): string => `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct paper "Unknown" "paper"'; exit 0; }
if [ -f ${folder}/tray/no-paper ]; then
  echo 'STATE: +media-empty-error' >&2
  while [ -f ${folder}/tray/no-paper ]; do sleep 0.1; done
  echo 'STATE: -media-empty-error' >&2
fi
echo "$3" >> ${folder}/tray/titles
cat "\${6:--}" >> ${folder}/tray/paper
`;

async function startCups(): Promise<Cups> {
  if (!existsSync(CUPSD) || !existsSync(`${PARTS}/filter`)) {
    throw new Error('Type: sudo apt-get install --no-install-recommends cups-daemon cups-client cups-core-drivers');
  }
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-cups-'));
  await chmod(folder, 0o755);
  const file = (...names: readonly string[]): string => join(folder, ...names);
  for (const name of ['spool', 'cache', 'state', 'log', 'parts/backend', 'tray']) {
    await mkdir(file(name), { recursive: true });
  }
  await chmod(file('tray'), 0o777);
  for (const name of await readdir(PARTS)) {
    if (name !== 'backend') await symlink(join(PARTS, name), file('parts', name));
  }
  await writeFile(file('parts/backend/paper'), backend(folder), { mode: 0o755 });
  const socketPath = file('cups.sock');
  await writeFile(
    file('cupsd.conf'),
    `Listen ${socketPath}\nLogLevel warn\n<Location />\nAllow all\n</Location>\n<Location /admin>\nAllow all\n</Location>
<Policy default>\n<Limit Cancel-Job>\nRequire user @OWNER @SYSTEM\nOrder deny,allow\n</Limit>\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n`,
  );
  const places = Object.entries({
    ...{ ServerRoot: '', RequestRoot: 'spool', TempDir: 'spool', CacheDir: 'cache', StateDir: 'state' },
    ...{ ServerBin: 'parts', AccessLog: 'log/access', ErrorLog: 'log/error', PageLog: 'log/page' },
  });
  await writeFile(file('cups-files.conf'), `${places.map(([key, name]) => `${key} ${file(name)}`).join('\n')}\n`);
  const daemon = spawn(CUPSD, ['-f', '-c', file('cupsd.conf'), '-s', file('cups-files.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    daemon.kill();
    await new Promise((resolve) => (daemon.exitCode === null ? daemon.once('exit', resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  });
  const env = { ...process.env, CUPS_SERVER: socketPath, LC_ALL: 'C' };
  const command: Cups['command'] = async (program, ...args) =>
    (await run(program, args, { env, timeout: 10_000 })).stdout;
  await vi.waitFor(() => command('lpstat', '-r'), { timeout: 10_000 });
  await command('lpadmin', '-p', 'tickets', '-E', '-v', 'paper:/tray', '-m', 'raw');
  return {
    socketPath,
    command,
    async papers() {
      const printer = new BytePrinter(NOTHING);
      printer.printAll(await readFile(file('tray/paper')).catch(() => new Uint8Array()));
      expect(printer.oddities).toEqual([]);
      return printer.papers.map(({ lines }) => lines.find((line) => line.includes('A043')) ?? '');
    },
    setPaper: (isOut) => (isOut ? writeFile(file('tray/no-paper'), '') : rm(file('tray/no-paper'))),
  };
}

it('prints tickets, takes jobs back that wait, and reports paper and queue', async () => {
  const cups = await startCups();
  const { printer, becomes, journal } = await openPrinter('cups:tickets', {
    spooler: () => cupsSpooler('tickets', { socketPath: cups.socketPath }),
    ticketTimeoutMs: 5000,
  });
  await becomes('ready');

  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none', isUnproved: true } });
  expect(await cups.papers()).toHaveLength(1);
  await printer.vouch?.(SEEN);
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  expect(await cups.papers()).toHaveLength(2);

  // The backend says that there is no paper: the job is taken back, and nothing of it comes out later.
  await cups.setPaper(true);
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'no-paper' } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.setPaper(false);
  expect(await cups.papers()).toHaveLength(2);
  // CUPS keeps the state of the job before; the next ticket shows that it is over.
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  await becomes('ready');
  expect(await cups.papers()).toHaveLength(3);

  // Staff stop the queue: the number at once, and no job waits.
  await cups.command('cupsdisable', 'tickets');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'fault', doubtful: false } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.command('cupsenable', 'tickets');

  // A queue that holds each job: it is taken back, and for sure not on paper.
  await cups.command('lpadmin', '-p', 'tickets', '-o', 'job-hold-until-default=indefinite');
  await becomes('ready');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: false } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.command('lpadmin', '-p', 'tickets', '-o', 'job-hold-until-default=no-hold');
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  expect(await cups.papers()).toHaveLength(4);

  await cups.command('cupsreject', 'tickets');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { doubtful: false } });
  await printer.close();
  const ends = await journal();
  expect(ends.filter((state) => state === 'printed')).toHaveLength(4);
});
