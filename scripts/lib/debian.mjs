// Debian packages that tests and benches need. Says what it installs; without the rights to install, says what to type.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PreparationError, run, say } from './basics.mjs';

export const CHROMIUM = { file: '/usr/bin/chromium', package: 'chromium' };
export const WRK = { file: '/usr/bin/wrk', package: 'wrk' };

export async function ensureDebianPackages(needs) {
  const missing = needs.filter((need) => !existsSync(need.file)).map((need) => need.package);
  if (missing.length === 0) return;
  const list = missing.join(' ');
  if (!existsSync('/usr/bin/apt-get')) throw new PreparationError(`This needs: ${list}. Install it and try again.`);
  const root = process.getuid?.() === 0;
  const sudo = !root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!root && !sudo) throw new PreparationError(`This needs: ${list}. Type: sudo apt-get install ${list}`);
  say(`Installing from Debian: ${list} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => (root ? run('apt-get', args, { env }) : run('sudo', ['-n', 'apt-get', ...args], { env }));
  await apt('update', '-qq');
  await apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
}
