import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** The packaged configuration for three servers. */
export const PACKAGED = readFileSync(new URL('../../packaging/servers/nginx.conf', import.meta.url), 'utf8');

/** Runs Debian's nginx with these blocks until the test ends. */
export function startNginx(blocks: string): ReturnType<typeof spawn> {
  const folder = mkdtempSync(join(tmpdir(), 'take-a-number-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => join(folder, name);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${file(name)};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const around = `daemon off; ${user} pid ${file('nginx.pid')}; error_log stderr;\nevents {}\nhttp { access_log off; ${places.join(' ')}\n${blocks}\n}`;
  writeFileSync(file('nginx.conf'), around);
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file('nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  return child;
}

/** Replaces names in a packaged configuration; throws if one of them is missing. */
export function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The configuration has no "${from}" any more`);
    return now.replaceAll(from, to);
  }, text);
}

/**
 * Runs Debian's nginx with the packaged configuration in front of these servers.
 *
 * @param changes replacements in the configuration
 * @param log access log file, and listener for the error log
 * @returns its address, once a server answers there
 */
export async function startPackagedNginx(
  addresses: readonly string[],
  changes: Readonly<Record<string, string>> = {},
  log = { access: '/dev/null', said: (_text: string): void => {} },
): Promise<string> {
  const front = `http://127.0.0.1:${await freePort()}`;
  const child = startNginx(
    replaced(PACKAGED, {
      ...changes,
      '/var/log/nginx/access.log': log.access,
      'listen 80;': `listen ${new URL(front).host};`,
      ...Object.fromEntries(addresses.map((address, index) => [`queue-${index + 1}:8080`, new URL(address).host])),
    }),
  );
  child.stderr?.setEncoding('utf8').on('data', log.said);
  const isThere = (): Promise<boolean> =>
    fetch(`${front}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  return front;
}
