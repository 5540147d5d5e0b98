/** Help, version and exit codes of the built commands. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';

const MAIN = join(import.meta.dirname, '../../dist/main');

function run(program: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(MAIN, `${program}.js`), ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return hearChild(child).ended;
}

describe.each([
  ['serve', ['Server', 'Site and data', 'Kiosk', 'Logs and telemetry']],
  ['moving', ['Backup', 'Restore', 'Data migration']],
  ['printer', ['Test', 'Virtual printer', 'Print journal']],
  ['reader', ['Test']],
  ['conformance', ['Server']],
])('%s', (program, groups) => {
  it('prints its options in groups, and examples', async () => {
    const { code, out } = await run(program, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Take a Number \d+\.\d+\.\d+\n/);
    const lines = out.split('\n');
    for (const title of ['Usage', ...groups, 'General', 'Examples']) expect(lines).toContain(title);
  });

  it('prints its version', async () => {
    expect(await run(program, '--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('explains a wrong word in one line, with exit code 2', async () => {
    const { code, err } = await run(program, 'paint');
    expect(code).toBe(2);
    expect(err).toMatch(/^[^\n]*"paint"[^\n]*--help\n$/);
  });
});
