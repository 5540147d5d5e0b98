/** docs/admin/kiosk-device.md: existing files and settings, and the contents of the units. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER_HELP } from '../../main/lib/settings/server-help.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const TEXT = read('docs/admin/kiosk-device.md');
/** Texts in `…`, and lines of code blocks. */
const QUOTED = [...TEXT.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
const UNITS = {
  'take-a-number.service': read('packaging/servers/take-a-number.service'),
  'take-a-number-kiosk.service': read('packaging/kiosk/take-a-number-kiosk.service'),
  'take-a-number-screen.service': read('packaging/server/take-a-number-screen.service'),
};

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
}

describe('the document of a kiosk’s machine', () => {
  it('names existing files of the project', () => {
    const named = QUOTED.filter((word) => /^(packaging|test|docs|main)\/[\w./-]+$/.test(word));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names slow tests that `npm run test:slow` has', () => {
    const named = [...TEXT.matchAll(/npm run test:slow -- ([\w-]+)/g)].map(([, name = '']) => name);
    const slow = filesBelow('test').filter((name) => name.endsWith('.slow.test.ts'));
    expect(named.filter((name) => !slow.some((path) => `test/${path}`.includes(name)))).toEqual([]);
  });

  it('names existing settings of the program or a unit', () => {
    const units =
      Object.values(UNITS).join('') + read('packaging/server/screen.sh') + read('packaging/kiosk/session.sh');
    const named = new Set([...TEXT.matchAll(/TAN_[A-Z_]+/g)].map(([name]) => name));
    const flag = (name: string): string => `--${name.slice('TAN_'.length).toLowerCase().replaceAll('_', '-')}`;
    const flags = new Set(
      Object.values(SERVER_HELP.groups).flatMap((options) =>
        Object.keys(options).flatMap((usage) => usage.match(/--[\w-]+/g) ?? []),
      ),
    );
    expect(named.size).toBeGreaterThan(4);
    expect([...named].filter((name) => !flags.has(flag(name)) && !units.includes(name))).toEqual([]);
  });

  it('names units of the packages', () => {
    const named = new Set([...TEXT.matchAll(/take-a-number(?:-\w+)?\.service/g)].map(([name]) => name));
    expect([...named].sort()).toEqual([
      'take-a-number-kiosk.service',
      'take-a-number-screen.service',
      'take-a-number-time.service',
    ]);
    const recipe = read('electron-builder.yml') + read('packaging/make-server-package.mjs');
    for (const unit of named) expect(recipe).toContain(unit);
  });

  it('describes the units correctly', () => {
    for (const unit of ['take-a-number-kiosk.service', 'take-a-number-screen.service'] as const) {
      const text = UNITS[unit];
      expect(text).toMatch(/^Conflicts=getty@tty1\.service$/m);
      expect(text).toMatch(/^Restart=always$/m);
      expect(text).toMatch(/^StartLimitIntervalSec=0$/m);
    }
    // Without -s no user can switch to another console.
    const started = UNITS['take-a-number-screen.service'] + read('packaging/kiosk/session.sh');
    const cage = '/usr/bin/cage -d $TAN_CAGE_FLAGS --';
    expect(started.match(/\/usr\/bin\/cage .*?--/g)).toEqual([cage, cage]);
    expect(UNITS['take-a-number.service']).toMatch(/^ProtectSystem=strict$/m);
    for (const unit of ['take-a-number.service', 'take-a-number-kiosk.service'] as const)
      expect(UNITS[unit]).toMatch(/^WatchdogSec=30$/m);
  });

  it('shows the udev rule of the packages', () => {
    const [, shown = ''] = /```text\n(SUBSYSTEM=="input", KERNEL.*)\n```/.exec(TEXT) ?? [];
    const [, kept = ''] =
      /^(ATTRS\{id\/vendor\}=="08ff".*)$/m.exec(read('packaging/udev/70-take-a-number.rules')) ?? [];
    expect(shown).toContain(kept);
    expect(kept).not.toBe('');
  });
});
