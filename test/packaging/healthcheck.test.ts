/** The health check of the container, on the program at any port, with TLS and without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startProgramChild } from '../helpers/program-child.ts';

const SCRIPT = resolve(import.meta.dirname, '../../packaging/servers/healthcheck.sh');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'health-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Exit code of the check. */
const check = (data: string): Promise<number> =>
  promisify(execFile)(SCRIPT, [data]).then(
    () => 0,
    ({ code }: { readonly code: number }) => code,
  );

it.each([['HTTP'], ['TLS']])('finds the server over %s at a port of its choice, and that it is gone', async (way) => {
  const data = folder();
  const pair = join(data, 'pair');
  if (way === 'TLS') {
    const names = ['-subj', '/CN=queue.example.org', '-addext', 'subjectAltName=DNS:queue.example.org'];
    const files = ['-keyout', `${pair}.key`, '-out', `${pair}.crt`];
    await promisify(execFile)('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      ...names,
      ...files,
    ]);
  }
  const flags = way === 'TLS' ? ['--tls-cert', `${pair}.crt`, '--tls-key', `${pair}.key`] : [];
  const program = startProgramChild(['--data', data, ...flags]);
  await expect.poll(() => check(data), { timeout: 60_000 }).toBe(0);
  program.kill('SIGKILL');
  await program.ended;
  expect(await check(data)).not.toBe(0);
});

it('finds no server where none has said where it is', async () => {
  const data = folder();
  expect(await check(data)).toBe(1);
  writeFileSync(join(data, 'running.json'), 'nonsense');
  expect(await check(data)).toBe(1);
});
