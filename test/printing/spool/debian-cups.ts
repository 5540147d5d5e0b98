/**
 * Debian's own CUPS with a queue without a driver, whose backend plays the printer. Needs cups-daemon, cups-client and
 * cups-core-drivers, and root, as CUPS itself does.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { BytePrinter } from '../../printing-matrix/byte-printer.ts';

const run = promisify(execFile);
const CUPSD = '/usr/sbin/cupsd';
const PARTS = '/usr/lib/cups';
const NOTHING = { ids: false, transmits: false, names: false, status: false, automatic: false, clears: false };

export interface DebianCups {
  readonly socketPath: string;
  /** Stops the daemon in mid-work, continues or ends it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
  /** All that the printer got, as it came. */
  bytes(): Promise<Buffer>;
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

/** With one queue, `tickets`; its files and the daemon go when the test ends. */
export async function startDebianCups(): Promise<DebianCups> {
  if (!existsSync(CUPSD) || !existsSync(`${PARTS}/filter`)) {
    throw new Error('Run: sudo apt-get install --no-install-recommends cups-daemon cups-client cups-core-drivers');
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
    daemon.kill('SIGCONT');
    daemon.kill();
    await new Promise((resolve) => (daemon.exitCode === null ? daemon.once('exit', resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  });
  const env = { ...process.env, CUPS_SERVER: socketPath, LC_ALL: 'C' };
  const command: DebianCups['command'] = async (program, ...args) =>
    (await run(program, args, { env, timeout: 10_000 })).stdout;
  await vi.waitFor(() => command('lpstat', '-r'), { timeout: 10_000 });
  await command('lpadmin', '-p', 'tickets', '-E', '-v', 'paper:/tray', '-m', 'raw');
  const bytes = (): Promise<Buffer> => readFile(file('tray/paper')).catch(() => Buffer.alloc(0));
  return {
    socketPath,
    signal: (signal) => void daemon.kill(signal),
    command,
    bytes,
    async papers() {
      const printer = new BytePrinter(NOTHING);
      printer.printAll(await bytes());
      expect(printer.oddities).toEqual([]);
      return printer.papers.map(({ lines }) => lines.find((line) => line.includes('A043')) ?? '');
    },
    setPaper: (isOut) => (isOut ? writeFile(file('tray/no-paper'), '') : rm(file('tray/no-paper'))),
  };
}
