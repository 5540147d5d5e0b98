/** Wait for time synchronisation at boot, as in the unit, with stubs for `timedatectl` and the clock of its timeout. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, 'packaging', name), 'utf8');

/** The command that systemd passes to the shell: joined lines, `$$` unescaped. */
function script(): string {
  const unit = read('servers/take-a-number-time.service').replaceAll('\\\n', ' ');
  const [, quoted = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
  expect(quoted).not.toBe('');
  return quoted.replaceAll('$$', '$');
}

/** @param stubs scripts of stub programs; each can count its calls in `$calls` */
function run(stubs: Readonly<Record<string, string>>): { readonly said: string; readonly asked: number } {
  const folder = mkdtempSync(join(tmpdir(), 'wait-for-time-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, body] of Object.entries({ sleep: '', ...stubs })) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\ncalls=${join(folder, name)}.calls\necho x >> $calls\n${body}\n`);
    chmodSync(file, 0o755);
  }
  const said = execFileSync('/bin/sh', ['-c', script()], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { said, asked: readFileSync(join(folder, 'timedatectl.calls'), 'utf8').split('\n').length - 1 };
}

/** `timedatectl show --property=NTP`, then `NTPSynchronized`, which becomes true with that call. */
const service = (synchronisedAt: number): string =>
  `case "$*" in *=NTP*Sync*) [ $(wc -l < $calls) -ge ${synchronisedAt} ] && echo yes || echo no;; *) echo yes;; esac`;

describe('the wait for the time at boot', () => {
  it('ends at once without an enabled time service, and without `timedatectl`', () => {
    expect(run({ timedatectl: 'echo no' })).toEqual({ said: '', asked: 1 });
    expect(run({ timedatectl: 'exit 1' })).toEqual({ said: '', asked: 1 });
  });

  it('ends as soon as the clock is synchronised', () => {
    expect(run({ timedatectl: service(5) })).toEqual({ said: '', asked: 5 });
  });

  it('times out after 90 seconds, with any clock, and logs it', () => {
    // A count of seconds since the boot: ten more each time.
    const cut = 'echo $(($(wc -l < $calls) * 10))';
    const { said, asked } = run({ timedatectl: service(1_000), cut });
    expect(said).toContain('not synchronised after 90 s');
    expect(asked).toBeLessThanOrEqual(10);
  });

  it.each([
    ['servers/take-a-number.service', 'take-a-number-time.service'],
    ['kiosk/take-a-number-kiosk.service', 'take-a-number-kiosk-time.service'],
  ])('comes before %s, which starts also where it fails', (unit, wait) => {
    const lines = read(unit).split('\n');
    for (const word of ['Wants', 'After']) {
      expect(lines.some((line) => line.startsWith(`${word}=`) && line.split(/[= ]/).includes(wait))).toBe(true);
    }
    expect(read(unit)).not.toMatch(/^Requires=/m);
    const limit = Number(/^TimeoutStartSec=(\d+)$/m.exec(read('servers/take-a-number-time.service'))?.[1]);
    expect(limit).toBeLessThanOrEqual(100);
  });
});
