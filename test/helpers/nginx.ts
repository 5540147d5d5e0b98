import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Debian's nginx with these blocks, until the test is over. */
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

/** A configuration of ours with other names in it; throws when it has one of them no more. */
export function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The configuration has no "${from}" any more`);
    return now.replaceAll(from, to);
  }, text);
}
