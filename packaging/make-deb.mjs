// Builds a Debian package from a folder with dpkg-deb. All files belong to root.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Compression: small for releases, fast for tests. */
const PACKED = { small: ['-Zxz'], soon: ['-Zgzip', '-z1'] };

/** Configuration files: an upgrade keeps the administrator's changes. */
function settingsIn(folder) {
  const etc = join(folder, 'etc');
  if (!existsSync(etc)) return [];
  return readdirSync(etc, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `/${relative(folder, join(each.parentPath, each.name))}`);
}

/**
 * @param {string} folder the files, as installed below `/`
 * @param {Readonly<Record<string, string>>} control control fields, such as `Package`
 * @param {Readonly<Record<string, string>>} scripts maintainer scripts: `postinst`, `prerm`, `postrm` → path
 * @param {string} file path of the new package
 * @param {'small' | 'soon'} packed
 */
export function makeDeb(folder, control, scripts, file, packed = 'small') {
  const about = join(folder, 'DEBIAN');
  mkdirSync(about);
  const lines = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(about, 'control'), lines.join(''));
  const settings = settingsIn(folder);
  if (settings.length > 0) writeFileSync(join(about, 'conffiles'), `${settings.join('\n')}\n`);
  for (const [name, path] of Object.entries(scripts)) {
    cpSync(path, join(about, name));
    chmodSync(join(about, name), 0o755);
  }
  mkdirSync(dirname(file), { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', ...PACKED[packed], '--build', folder, file], { stdio: 'pipe' });
}
