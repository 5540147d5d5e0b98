/**
 * Debian package built by electron-builder around a stub of the program. It has electron-builder's templates and
 * names, but dpkg-deb packs it instead of fpm.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, stubRuntime } from './stub-runtime.ts';

const HOME = '/opt/Take a Number';
const PROGRAM = `${HOME}/take-a-number`;
const isDebian = existsSync('/usr/bin/dpkg-deb');

let folder: string;
/** The unpacked package: its files, and its scripts in `control`. */
let files: string;
let control: string;
let deb: string;

beforeAll(async () => {
  if (!isDebian) return;
  folder = mkdtempSync(join(tmpdir(), 'deb-test-'));
  stubRuntime(join(folder, 'unpacked'), 'take-a-number');
  await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/electron-builder/cli.js'),
      ...['--linux', 'deb', '--x64', '--publish', 'never', '--prepackaged', join(folder, 'unpacked')],
      `-c.directories.output=${join(folder, 'out')}`,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, CUSTOM_FPM_PATH: join(ROOT, 'packaging/dpkg-for-fpm.mjs'), DEB_PACKED: 'soon' },
    },
  );
  deb = join(folder, 'out', 'take-a-number-1.0.0-linux-amd64.deb');
  [files, control] = [join(folder, 'files'), join(folder, 'control')];
  execFileSync('dpkg-deb', ['-x', deb, files]);
  execFileSync('dpkg-deb', ['-e', deb, control]);
});

afterAll(() => {
  if (isDebian) rmSync(folder, { recursive: true, force: true });
});

/** System with the unpacked package; `appArmor4`: its AppArmor supports user namespaces. */
function unpackedSystem(appArmor4: boolean): string {
  const root = mkdtempSync(join(folder, 'system-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of ['usr/bin', 'etc/apparmor.d/abi']) mkdirSync(join(root, path), { recursive: true });
  if (appArmor4) writeFileSync(join(root, 'etc/apparmor.d/abi/4.0'), '');
  execFileSync('dpkg-deb', ['-x', deb, root]);
  return root;
}

function runScript(name: 'postinst' | 'postrm', root: string, ...args: readonly string[]): void {
  execFileSync('/bin/sh', [join(control, name), ...args], { env: { PATH: process.env.PATH, DPKG_ROOT: root } });
}

const field = (name: string): string => execFileSync('dpkg-deb', ['-f', deb, name], { encoding: 'utf8' }).trim();
const profileOf = (root: string): string => join(root, 'etc/apparmor.d/take-a-number');

describe.skipIf(!isDebian)('the Debian package', () => {
  it('depends on every library that the window needs, by its old and its new name', () => {
    const depends = field('Depends').split(', ');
    for (const needed of [
      'libasound2 | libasound2t64',
      'libgbm1',
      'libgtk-3-0 | libgtk-3-0t64',
      'libnss3',
      'libcups2 | libcups2t64',
    ]) {
      expect(depends).toContain(needed);
    }
    expect(field('Package')).toBe('take-a-number');
    expect(field('Architecture')).toBe('amd64');
  });

  it('has a menu entry that starts the program in its sandbox', () => {
    const entry = readFileSync(join(files, 'usr/share/applications/take-a-number.desktop'), 'utf8');
    const lines = entry.trim().split('\n');
    expect(lines).toContain(`Exec="${PROGRAM}" %U`);
    expect(lines).toContain('Icon=take-a-number');
    expect(lines).toContain('Categories=Office;');
    // Electron uses `desktopName` of the package as the name of its windows.
    expect(lines).toContain('StartupWMClass=take-a-number');
    expect(entry).not.toContain('sandbox');
    expect(statSync(join(files, PROGRAM)).mode & 0o111).toBe(0o111);
  });

  it('has its icon in the icon theme of desktops', () => {
    const icon = readFileSync(join(files, 'usr/share/icons/hicolor/512x512/apps/take-a-number.png'));
    expect(icon.equals(readFileSync(join(ROOT, 'assets/icons/icon.png')))).toBe(true);
  });

  it('contains an AppArmor profile for the program that it installs', () => {
    const profile = readFileSync(join(files, HOME, 'resources/apparmor-profile'), 'utf8');
    expect(/profile "take-a-number" "([^"]+)"/.exec(profile)?.[1]).toBe(PROGRAM);
    expect(profile).toMatch(/^\s*userns,$/m);
    expect(existsSync(join(files, PROGRAM))).toBe(true);
  });

  it('installs the profile only if AppArmor supports it', () => {
    const ubuntu = unpackedSystem(true);
    runScript('postinst', ubuntu, 'configure');
    expect(readFileSync(profileOf(ubuntu), 'utf8')).toBe(
      readFileSync(join(files, HOME, 'resources/apparmor-profile'), 'utf8'),
    );
    expect(statSync(profileOf(ubuntu)).mode & 0o777).toBe(0o644);
    const older = unpackedSystem(false);
    runScript('postinst', older, 'configure');
    expect(existsSync(profileOf(older))).toBe(false);
  });

  it('enables Chromium’s sandbox for ordinary users without user namespaces', () => {
    const root = unpackedSystem(false);
    runScript('postinst', root, 'configure');
    expect((statSync(join(root, HOME, 'chrome-sandbox')).mode & 0o7777).toString(8)).toBe('4755');
    const owner = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' })
      .split('\n')
      .find((line) => line.endsWith('/chrome-sandbox'));
    expect(owner).toContain(' root/root ');
  });

  it('installs the command take-a-number', () => {
    const root = unpackedSystem(false);
    runScript('postinst', root, 'configure');
    expect(readlinkSync(join(root, 'usr/bin/take-a-number'))).toBe(PROGRAM);
  });

  it('contains a disabled kiosk service with its user, session and device rules', () => {
    const file = (path: string): string => readFileSync(join(files, path), 'utf8');
    const unit = file('usr/lib/systemd/system/take-a-number-kiosk.service');
    const [, started = ''] = /^ExecStart="([^"]+)"$/m.exec(unit) ?? [];
    expect(statSync(join(files, started)).mode & 0o111).toBe(0o111);
    expect(file(started)).toMatch(/^exec \/usr\/bin\/take-a-number /m);
    const [, user = ''] = /^User=(.+)$/m.exec(unit) ?? [];
    expect(file('usr/lib/sysusers.d/take-a-number-kiosk.conf')).toMatch(new RegExp(`^u ${user} `, 'm'));
    expect(existsSync(join(files, 'etc/pam.d', /^PAMName=(.+)$/m.exec(unit)?.[1] ?? 'none'))).toBe(true);
    expect(readFileSync(join(control, 'conffiles'), 'utf8')).toBe('/etc/pam.d/take-a-number-kiosk\n');
    expect(file('usr/lib/udev/rules.d/70-take-a-number-kiosk.rules')).toBe(
      readFileSync(join(ROOT, 'packaging/udev/70-take-a-number.rules'), 'utf8'),
    );
    expect(existsSync(join(files, 'etc/systemd'))).toBe(false);
  });

  it('can be upgraded, and removes all its files when it is removed', () => {
    const root = unpackedSystem(true);
    runScript('postinst', root, 'configure');
    runScript('postrm', root, 'upgrade', '0.2.0');
    runScript('postinst', root, 'configure', '1.0.0');
    expect(existsSync(profileOf(root))).toBe(true);
    runScript('postrm', root, 'remove');
    expect(existsSync(profileOf(root))).toBe(false);
    expect(existsSync(join(root, 'usr/bin/take-a-number'))).toBe(false);
    // A second time, as `purge` does after `remove`.
    runScript('postrm', root, 'purge');
  });
});

/** AppArmor's profile parser: the installed one, else from Debian's package, unpacked without installation. */
function appArmor(): { readonly parser: string; readonly base: string } | null {
  const installed = ['/usr/sbin/apparmor_parser', '/sbin/apparmor_parser'].find((path) => existsSync(path));
  if (installed !== undefined) return { parser: installed, base: '/etc/apparmor.d' };
  try {
    const at = mkdtempSync(join(folder, 'apparmor-'));
    const quiet = { cwd: at, stdio: 'ignore', timeout: 60_000 } as const;
    execFileSync('apt-get', ['download', 'apparmor'], quiet);
    execFileSync('/bin/sh', ['-c', 'dpkg -x apparmor_*.deb .'], quiet);
    const parser = ['usr/sbin', 'sbin']
      .map((path) => join(at, path, 'apparmor_parser'))
      .find((path) => existsSync(path));
    return parser === undefined ? null : { parser, base: join(at, 'etc/apparmor.d') };
  } catch {
    return null;
  }
}

describe.skipIf(!isDebian)('the AppArmor profile', () => {
  it('is valid for the parser of this system’s AppArmor version', ({ skip }) => {
    const tools = appArmor();
    if (tools === null) return skip('apparmor_parser is not here and could not be fetched');
    const { parser, base } = tools;
    const knowsAll = existsSync(join(base, 'abi/4.0'));
    const whole = readFileSync(join(files, HOME, 'resources/apparmor-profile'), 'utf8');
    // AppArmor 3 (Debian 12) has neither this ABI nor this permission; the rest of the profile is the same.
    const known = knowsAll ? whole : whole.replace('abi/4.0', 'abi/3.0').replace(/^\s*userns,$/m, '');
    const read = (profile: string): string => {
      const file = join(folder, 'profile');
      writeFileSync(file, profile);
      return execFileSync(parser, ['-Q', '-K', '-N', '--base', base, file], { encoding: 'utf8', stdio: 'pipe' }).trim();
    };
    expect(read(known)).toBe('take-a-number');
    expect(() => read(known.replace('"/opt', '/opt'))).toThrow(/syntax error/);
  });
});
