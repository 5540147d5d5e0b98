/** Secrets in files, as Compose, Kubernetes and systemd mount them: the built program over a PostgreSQL that asks for a password. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { startProgramChild } from '../helpers/program-child.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PASSWORD = "it's a long one";

let folder: string;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secret-files-flow-'));
  const cluster = await openCluster();
  const rules = join(cluster.folder, 'data/pg_hba.conf');
  writeFileSync(rules, `local all take_a_number scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  await cluster.sql('postgres', `CREATE ROLE take_a_number LOGIN PASSWORD '${PASSWORD.replaceAll("'", "''")}'`);
  await cluster.sql('postgres', 'CREATE DATABASE queue OWNER take_a_number TEMPLATE template0');
  await cluster.sql('postgres', 'SELECT pg_reload_conf()');
  address = `postgres://take_a_number@localhost/queue?host=${encodeURIComponent(cluster.folder)}`;
  return async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

function secret(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const withPassword = (): string => address.replace('@', `:${encodeURIComponent(PASSWORD)}@`);

function moving(args: readonly string[], env: Readonly<Record<string, string>>): ReturnType<typeof hearChild>['ended'] {
  const child = spawn(process.execPath, [join(ROOT, 'dist/main/moving.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return hearChild(child).ended;
}

describe('the program with secrets in files', () => {
  it('starts with the password in one file, then with the whole address in one', async () => {
    const byPassword = startProgramChild([], {
      TAN_DATABASE: address,
      PGPASSWORD_FILE: secret('password', `${PASSWORD}\n`),
    });
    expect((await fetch(`${await byPassword.ready}/readyz`)).status).toBe(200);
    byPassword.kill('SIGTERM');
    const { err } = await byPassword.ended;
    const byAddress = startProgramChild([], { TAN_DATABASE_FILE: secret('database', `${withPassword()}\n`) });
    expect((await fetch(`${await byAddress.ready}/readyz`)).status).toBe(200);
    byAddress.kill('SIGTERM');
    expect(err + (await byAddress.ended).err).not.toContain(PASSWORD);
  });

  it('creates a backup with the same files, and copies with separate ones', async () => {
    const data = join(folder, 'moved');
    const backup = await moving(['backup', '--to', join(folder, 'backups'), '--data', join(folder, 'data')], {
      TAN_DATABASE_FILE: secret('database', withPassword()),
    });
    expect(backup).toMatchObject({ code: 0, out: expect.stringContaining(', checked') });
    const copy = await moving(['copy', '--to', `sqlite:${data}`], {
      TAN_FROM: address,
      PGPASSWORD_FILE: secret('password', PASSWORD),
    });
    expect(copy).toMatchObject({ code: 0, out: expect.stringContaining('copied and verified') });
    const both = await moving(['copy', '--to', `sqlite:${data}`], { TAN_FROM: address, TAN_FROM_FILE: '/nowhere' });
    expect(both).toMatchObject({ code: 2, err: 'TAN_FROM and TAN_FROM_FILE are both set: unset one of them\n' });
  });

  it('exits with code 2 and one line if a secret is set twice, or its file is unreadable', async () => {
    const file = secret('database', withPassword());
    const twice = startProgramChild([], { TAN_DATABASE: withPassword(), TAN_DATABASE_FILE: file });
    expect(await twice.ended).toMatchObject({
      code: 2,
      err: 'TAN_DATABASE and TAN_DATABASE_FILE are both set: unset one of them\n',
    });
    rmSync(file);
    const missing = startProgramChild([], { TAN_DATABASE_FILE: file });
    expect(await missing.ended).toMatchObject({
      code: 2,
      err: `TAN_DATABASE_FILE: ${file} cannot be read (ENOENT)\n`,
    });
  });
});
