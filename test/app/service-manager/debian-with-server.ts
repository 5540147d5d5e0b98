/**
 * The unit of packaging/servers in a Debian that has nothing but systemd, as its instructions say: debootstrap makes it, systemd-nspawn
 * starts it, on the network of this machine. Needs root, `npm run build`, and the Debian packages debootstrap and systemd-container.
 */
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { type DebianMachine, makeDebian, PATIENCE } from '../../helpers/debian-machine.ts';
import { freePort } from '../../helpers/free-port.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
export const UNIT = 'take-a-number.service';

export interface DebianWithServer {
  readonly machine: DebianMachine;
  /** Where the server answers, once it is ready. */
  readonly address: string;
  inside(...command: readonly string[]): string;
  property(name: string): string;
  /** Process of the server. */
  pid(): string;
  isReady(): Promise<boolean>;
  /** The service runs as another process than before, and says that it is ready. */
  isAnew(before: string): Promise<void>;
  /** Replaces what is written in /etc/take-a-number/server.env beside the port. */
  settings(lines: readonly string[]): void;
  boot(): void;
  close(): Promise<void>;
}

/**
 * @param dropIn lines for the section `[Service]`
 * @param packages of Debian, besides systemd
 */
export async function debianWithServer(
  dropIn: readonly string[],
  packages: readonly string[] = [],
): Promise<DebianWithServer> {
  const machine = await makeDebian(packages);
  const address = `http://127.0.0.1:${await freePort()}`;
  const etc = join(machine.root, 'etc');
  writeFileSync(join(etc, 'systemd/system', UNIT), readFileSync(join(ROOT, 'packaging/servers', UNIT)));
  mkdirSync(join(etc, 'systemd/system', `${UNIT}.d`));
  writeFileSync(join(etc, 'systemd/system', `${UNIT}.d`, 'proof.conf'), ['[Service]', ...dropIn, ''].join('\n'));
  mkdirSync(join(etc, 'take-a-number'));
  // As `systemctl enable` does it.
  symlinkSync(`/etc/systemd/system/${UNIT}`, join(etc, 'systemd/system/multi-user.target.wants', UNIT));
  const property = (name: string): string => machine.property(UNIT, name);
  const settings = (lines: readonly string[]): void =>
    writeFileSync(
      join(etc, 'take-a-number/server.env'),
      [`TAN_PORT=${new URL(address).port}`, ...lines, ''].join('\n'),
    );
  settings([]);
  const isReady = (): Promise<boolean> =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    machine,
    address,
    inside: (...command) => machine.inside(...command),
    property,
    pid: () => property('MainPID'),
    isReady,
    async isAnew(before) {
      await expect
        .poll(() => [property('MainPID') !== before, property('ActiveState')], PATIENCE)
        .toEqual([true, 'active']);
      await expect.poll(isReady, PATIENCE).toBe(true);
    },
    settings,
    boot: () => machine.boot({ [ROOT]: '/opt/take-a-number', [realpathSync(process.execPath)]: '/usr/bin/node' }),
    close: () => machine.close(),
  };
}
