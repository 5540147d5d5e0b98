/** Secrets in files: variables, reading of the files, and refusals. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { helpText } from '../../../main/lib/settings/program-help.ts';
import { secretVariables } from '../../../main/lib/settings/secret-files.ts';
import { SERVER_HELP } from '../../../main/lib/settings/server-help.ts';
import { readSettings, type Settings } from '../../../main/lib/settings/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileWith(text: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `secret-${files}`);
  writeFileSync(path, text);
  return path;
}

function pipe(): string {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

function run(env: Record<string, string>, argv: string[] = []): Settings {
  const read = readSettings(argv, { HOME: folder, ...env }, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error(`not a run: ${JSON.stringify(read)}`);
  return read.value.settings;
}

function complaint(env: Record<string, string>): string {
  const read = readSettings([], { HOME: folder, ...env }, 'linux');
  if (read.ok) throw new Error('the settings were accepted');
  return read.error;
}

describe('a secret in a file', () => {
  it('can replace the variable of each flag with a secret', () => {
    const url = 'postgres://queue:hidden@db/queue';
    const settings = run({
      TAN_DATABASE_FILE: fileWith(`${url}\n`),
      TAN_DATABASE_REPLICA_FILE: fileWith(`${url}?follows=1\r\n`),
      TAN_DEVICE_KEY_FILE: fileWith('a key'),
      TAN_SECOND_SCREEN_KEY_FILE: fileWith(' spaces stay \n'),
    });
    expect(settings).toMatchObject({
      database: url,
      databaseReplica: `${url}?follows=1`,
      deviceKey: 'a key',
      secondScreenKey: ' spaces stay ',
      secretFlags: [],
    });
  });

  it('is listed in the help for each of those variables', () => {
    const named = new Set(helpText(SERVER_HELP, '1.0.0').match(/\b[A-Z_]+_FILE\b/g));
    expect([...named].sort()).toEqual(
      secretVariables()
        .map((name) => `${name}_FILE`)
        .sort(),
    );
  });

  it('completes the database address with the password of PGPASSWORD_FILE', () => {
    const PGPASSWORD_FILE = fileWith("it's @ long/one\n");
    const encoded = "it's%20%40%20long%2Fone";
    const database = (url: string): string | null => run({ PGPASSWORD_FILE, TAN_DATABASE: url }).database;
    expect(database('postgres://queue@db/queue')).toBe(`postgres://queue@db/queue?password=${encoded}`);
    expect(database('postgres://queue@one:1,two:2/queue?sslmode=verify-full')).toBe(
      `postgres://queue@one:1,two:2/queue?sslmode=verify-full&password=${encoded}`,
    );
    expect(database('postgres://queue:own@db/queue')).toBe('postgres://queue:own@db/queue');
    expect(run({ PGPASSWORD_FILE }).database).toBeNull();
  });

  it('is overridden by the flag, and an empty variable counts as absent', () => {
    const TAN_DEVICE_KEY_FILE = fileWith('of the file');
    expect(run({ TAN_DEVICE_KEY_FILE, TAN_DEVICE_KEY: '' }, ['--device-key', 'of the flag']).deviceKey).toBe(
      'of the flag',
    );
    expect(run({ TAN_DEVICE_KEY_FILE: '', TAN_DEVICE_KEY: 'plain' }).deviceKey).toBe('plain');
  });

  it('is refused beside the plain variable, without naming either value', () => {
    for (const name of secretVariables()) {
      const line = complaint({ [name]: 'hidden-1', [`${name}_FILE`]: fileWith('hidden-2') });
      expect(line).toBe(`${name} and ${name}_FILE are both set: unset one of them`);
    }
  });

  it.each([
    ['is missing', () => join(folder, 'nowhere'), / cannot be read \(ENOENT\)$/],
    ['is a folder', () => folder, / is not a file$/],
    ['is empty', () => fileWith('\n'), / is empty$/],
    ['has two lines', () => fileWith('hidden\nhidden\n'), / must contain exactly one line$/],
    ['has no end', () => '/dev/zero', / is not a file$/],
    ['is a pipe in which nothing comes', pipe, / is not a file$/],
    ['is too long', () => fileWith('hidden'.repeat(20_000)), / must contain exactly one line$/],
  ])('that %s is refused in one line that names variable and path', (_what, path, said) => {
    const TAN_DEVICE_KEY_FILE = path();
    const line = complaint({ TAN_DEVICE_KEY_FILE });
    expect(line).toMatch(said);
    expect(line.startsWith(`TAN_DEVICE_KEY_FILE: ${TAN_DEVICE_KEY_FILE} `)).toBe(true);
    expect(line).not.toMatch(/hidden|\n/);
  });
});
