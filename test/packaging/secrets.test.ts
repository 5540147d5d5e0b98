/** Secrets of the packaged configuration: only in files, never in a container's environment or a unit. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { secretVariables } from '../../main/lib/settings/secret-files.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const COMPOSE = read('packaging/servers/compose.yaml');

const FOLDERS = ['servers', 'one-server', 'kubernetes', 'server', 'kiosk'].map((name) => `packaging/${name}`);
const FILES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)).filter(
  (path) => /\.(yaml|service|env)$|Containerfile$/.test(path),
);

it('names a file wherever a variable can hold a secret', () => {
  expect(FILES.length).toBeGreaterThan(5);
  const names = [...secretVariables(), 'POSTGRES_PASSWORD', 'TAN_DB_PASSWORD', 'TAN_DB_ADMIN_PASSWORD'];
  const given = new RegExp(`\\b(?:${names.join('|')})\\s*[:=].*`, 'g');
  const inline = FILES.flatMap((path) => [...read(path).matchAll(given)].map(([line]) => `${path}: ${line}`));
  // Addresses of databases are allowed there, without a password.
  const withoutPassword = /TAN_DATABASE(?:: |=)postgres:\/\/[^:@\s]+@[^:\s]+$/;
  expect(inline.filter((line) => !withoutPassword.test(line))).toEqual([]);
});

it('mounts each secret of a variable in Compose', () => {
  const [, top = ''] = COMPOSE.split(/^secrets:\n/m);
  const kept = [...top.split('\n\n')[0]!.matchAll(/^ {2}([\w-]+): \{ file: \.\/secrets\/([\w-]+) \}$/gm)];
  expect(kept.every(([, name, file]) => name === file)).toBe(true);
  const named = [...COMPOSE.matchAll(/_FILE: \/run\/secrets\/([\w-]+)$/gm)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(kept.map(([, name]) => name).sort());
  for (const part of COMPOSE.split(/^ {2}(?=database:\n)|^x-/m)) {
    const wanted = [...part.matchAll(/_FILE: \/run\/secrets\/([\w-]+)$/gm)].map(([, name]) => name);
    const mounted = /^ {2,4}secrets: \[([^\]]*)\]$/m.exec(part)?.[1]?.split(', ') ?? [];
    expect([...new Set(wanted)].sort()).toEqual(mounted.sort());
  }
});

it('gives the servers of Compose a database address with the password of the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'database-password'), 'c0ffee\n');
  const [, environment = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(COMPOSE) ?? [];
  const env = Object.fromEntries(
    [...environment.matchAll(/^ {4}(\w+): '?([^'\n]*)'?$/gm)].map(([, name, value = '']) => [
      name,
      value.replace('/run/secrets', folder),
    ]),
  );
  expect(readSettings([], env, 'linux')).toMatchObject({
    value: { settings: { database: 'postgres://take_a_number@database/take_a_number?password=c0ffee' } },
  });
});
