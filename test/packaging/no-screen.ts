/** What the units of a screen need on a machine that has neither console nor screen: cage draws into memory. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DebianMachine } from '../helpers/debian-machine.ts';

const DROP_IN = `[Unit]
ConditionPathExists=
[Service]
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
StandardInput=null
`;

export function withoutScreen({ root }: DebianMachine, unit: string): void {
  const folder = join(root, 'etc/systemd/system', `${unit}.d`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'no-screen.conf'), DROP_IN);
}

/** As somebody does it on a machine of their own. */
export async function aptInstall(debian: DebianMachine, ...packages: readonly string[]): Promise<void> {
  const how = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends'];
  await debian.later('env', 'DEBIAN_FRONTEND=noninteractive', ...how, ...packages);
}

/** A process has no rights beside those of its user, gets none by any program, and cannot write these files, whoever it is. */
export function isShutIn({ inside }: DebianMachine, pid: string, files: readonly string[]): void {
  const status = inside('cat', `/proc/${pid}/status`);
  expect(status).toMatch(/^NoNewPrivs:\s1$/m);
  expect(status).toMatch(/^CapEff:\s0+$/m);
  expect(status).toMatch(/^CapBnd:\s0+$/m);
  expect(status).toMatch(/^Seccomp:\s2$/m);
  expect(status).not.toMatch(/^Uid:\s0\s/m);
  for (const file of files)
    expect(() => inside('nsenter', '-t', pid, '-m', '--', 'touch', file)).toThrow(/Read-only file system/);
}

/** Whether a page shows a kiosk of this server. */
export async function hasPage(address: string): Promise<boolean> {
  try {
    const figures = await (await fetch(`${address}/metrics`)).text();
    return /^tan_device_connected\{device="[^"]+"\} 1$/m.test(figures);
  } catch {
    return false; // It has not come so far.
  }
}
