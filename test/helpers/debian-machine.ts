/**
 * Debian container with systemd, built by debootstrap and started by systemd-nspawn on the host network. Needs root and
 * the Debian packages debootstrap and systemd-container.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 1 << 24;

/** Generous for a busy machine; usually this takes seconds. */
export const PATIENCE = { timeout: 120_000, interval: 200 };

export interface DebianMachine {
  /** Root folder of the container on the host. */
  readonly root: string;
  /** Runs a command in the container before it boots, as an installer would. */
  prepare(...command: readonly string[]): Promise<string>;
  /** @param shared host files and their read-only paths in the container */
  boot(shared?: Readonly<Record<string, string>>): void;
  /** Runs a command in the booted container and returns its output. */
  inside(...command: readonly string[]): string;
  /** The same for long commands. */
  later(...command: readonly string[]): Promise<string>;
  /** A property of a systemd unit. */
  property(unit: string, name: string): string;
  close(): Promise<void>;
}

/** @param packages Debian packages to add to systemd */
export async function makeDebian(packages: readonly string[] = []): Promise<DebianMachine> {
  for (const program of ['/usr/sbin/debootstrap', '/usr/bin/systemd-nspawn'])
    if (!existsSync(program)) throw new Error('Run: sudo apt-get install debootstrap systemd-container');
  const root = mkdtempSync(join(tmpdir(), 'debian-'));
  // Every user of the container must be able to enter its root folder.
  chmodSync(root, 0o755);
  const include = `--include=${['systemd', 'systemd-sysv', ...packages].join(',')}`;
  await run('debootstrap', ['--variant=minbase', include, 'bookworm', root], { maxBuffer: MAX_OUTPUT_BYTES });
  let machine: ChildProcess | null = null;

  function entering(command: readonly string[]): string[] {
    const [init] = execFileSync('pgrep', ['-P', `${machine?.pid}`], { encoding: 'utf8' }).split('\n');
    return ['-t', init ?? '', '-a', ...command];
  }

  const inside = (...command: readonly string[]): string =>
    execFileSync('nsenter', entering(command), { encoding: 'utf8', stdio: 'pipe' }).trim();

  return {
    root,
    inside,
    async prepare(...command) {
      const { stdout } = await run('chroot', [root, ...command], { maxBuffer: MAX_OUTPUT_BYTES });
      return stdout.trim();
    },
    boot(shared = {}) {
      const binds = Object.entries(shared).map(([here, there]) => `--bind-ro=${here}:${there}`);
      const how = ['--boot', '--register=no', '--keep-unit', '--console=pipe', '--quiet'];
      // The container ends with this process, even after a crash.
      const program = ['--pdeathsig', 'TERM', 'systemd-nspawn', '-D', root];
      machine = spawn('setpriv', [...program, ...how, ...binds], { stdio: 'ignore' });
    },
    async later(...command) {
      const { stdout } = await run('nsenter', entering(command), { maxBuffer: MAX_OUTPUT_BYTES });
      return stdout.trim();
    },
    property: (unit, name) => inside('systemctl', 'show', '-P', name, unit),
    async close() {
      if (machine !== null && machine.exitCode === null) {
        // The first signal requests a shutdown.
        machine.kill();
        await once(machine, 'exit');
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}
