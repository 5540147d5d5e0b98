// The Debian package of the server, without a window: what `npm run package` calls once the program is built.
//   --out FOLDER (release)   --version VERSION (that of package.json)   --soon: packed fast instead of small
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedPackages } from '../scripts/lib/shipped-packages.mjs';
import { makeDeb } from './make-deb.mjs';

const ROOT = dirname(import.meta.dirname);
const HOME = '/usr/lib/take-a-number';
/** Node's words for processors → Debian's. */
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };
/** Of Node itself, of the program's libraries, and what the scripts call. */
const DEPENDS = ['libc6 (>= 2.28)', 'libstdc++6', 'libgcc-s1', 'systemd', 'init-system-helpers (>= 1.54)', 'passwd'];

/** The screen of a machine that has one: files of packaging/server → where they lie. */
const SCREEN = {
  'take-a-number-screen.service': 'usr/lib/systemd/system/take-a-number-screen.service',
  'take-a-number-screen.pam': 'etc/pam.d/take-a-number-screen',
  'screen.sh': `${HOME}/screen`,
  'watch-screen.mjs': `${HOME}/watch-screen.mjs`,
};

const read = (name) => readFileSync(join(ROOT, name), 'utf8');

/**
 * What the recipe of the kiosk's installers keeps out of packages (`files` of electron-builder.yml, what follows "!"): tests,
 * sources, fonts that nobody draws with.
 */
function leftOut() {
  const [, files = ''] =
    /^files:\n([\s\S]*?)^\S/m.exec(read('electron-builder.yml').replaceAll(/^\s*#.*\n/gm, '')) ?? [];
  const patterns = [...files.matchAll(/^ {2}- '!(.+)'$/gm)].map(([, pattern]) => pattern);
  if (patterns.length < 20)
    throw new Error('electron-builder.yml does not say what stays out, in the form known here.');
  return patterns.filter((pattern) => !pattern.startsWith('dist/'));
}

function copyProgram(to) {
  const patterns = leftOut();
  // A folder is left out where everything in it is.
  const fits = (name, pattern) =>
    matchesGlob(name, pattern) || (pattern.endsWith('/**') && matchesGlob(`${name}/x`, pattern));
  const isWanted = (path) => !patterns.some((pattern) => fits(relative(ROOT, path), pattern));
  const copy = (name) => {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(ROOT, name), join(to, name), { recursive: true, filter: isWanted });
  };
  for (const each of ['dist/main', 'dist/renderer', 'assets', 'LICENSE']) copy(each);
  for (const each of shippedPackages(JSON.parse(read('package-lock.json')).packages))
    if (existsSync(join(ROOT, each))) copy(each);
}

/** A line of the unit of packaging/servers, changed; one that is not there is a fault of this script. */
function changed(text, from, to) {
  if (!text.includes(from)) throw new Error(`packaging/servers/take-a-number.service has no "${from}" any more.`);
  return text.replaceAll(from, to);
}

function unit() {
  let text = read('packaging/servers/take-a-number.service').replace(/^(#.*\n)+/, '');
  text = changed(text, '/usr/bin/node ', `${HOME}/node `);
  text = changed(text, '/opt/take-a-number/', `${HOME}/`);
  // The package makes a user that stays, so that devices can be given to it: sysusers.conf.
  text = changed(text, 'DynamicUser=yes\n', '');
  text = changed(text, 'SupplementaryGroups=dialout lp\n', '');
  return text.replace(/^# Printers and readers at.*\n/m, '');
}

function write(folder, path, text, mode = 0o644) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

function main() {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, version: { type: 'string' }, soon: { type: 'boolean' } },
  });
  const about = JSON.parse(read('package.json'));
  const version = values.version ?? about.version;
  const processor = PROCESSORS[process.arch];
  if (process.platform !== 'linux' || processor === undefined)
    throw new Error('This package is made on Linux, x64 or arm64.');
  if (!existsSync(join(ROOT, 'dist/main/serve.js'))) throw new Error('The program is not built. Type: npm run package');
  const folder = mkdtempSync(join(tmpdir(), 'server-package-'));
  try {
    const home = join(folder, HOME);
    copyProgram(home);
    const { name, description, license, type } = about;
    write(home, 'package.json', `${JSON.stringify({ name, version, description, license, type }, null, 2)}\n`);
    cpSync(realpathSync(process.execPath), join(home, 'node'));
    write(folder, 'usr/bin/take-a-number-server', read('packaging/server/command.sh'), 0o755);
    write(folder, 'usr/lib/systemd/system/take-a-number.service', unit());
    write(
      folder,
      'usr/lib/systemd/system/take-a-number-time.service',
      read('packaging/servers/take-a-number-time.service'),
    );
    for (const [each, path] of Object.entries(SCREEN)) {
      write(folder, path, read(`packaging/server/${each}`), each.endsWith('.sh') ? 0o755 : 0o644);
    }
    write(folder, 'usr/lib/sysusers.d/take-a-number-server.conf', read('packaging/server/sysusers.conf'));
    write(folder, 'usr/lib/udev/rules.d/70-take-a-number-server.rules', read('packaging/udev/70-take-a-number.rules'));
    write(folder, 'etc/take-a-number/server.env', read('packaging/server/server.env'), 0o600);
    const control = {
      Package: 'take-a-number-server',
      Version: version,
      Architecture: processor,
      Maintainer: 'Take a Number contributors <maintainers@takeanumber.invalid>',
      Section: 'misc',
      Priority: 'optional',
      Depends: DEPENDS.join(', '),
      // Speaks at the kiosk where nothing else does.
      Recommends: 'espeak-ng',
      // For take-a-number-screen.service; for kiosks that speak Japanese.
      Suggests: 'cage, xwayland, chromium, mecab, mecab-ipadic-utf8',
      Description:
        'Ticket queue management, the server\n Gives tickets, calls them, and serves the pages of kiosks, displays, counters and the back office.',
    };
    const scripts = Object.fromEntries(
      ['postinst', 'prerm', 'postrm'].map((each) => [each, join(ROOT, 'packaging/server', each)]),
    );
    const file = resolve(values.out ?? join(ROOT, 'release'), `take-a-number-server_${version}_${processor}.deb`);
    makeDeb(folder, control, scripts, file, values.soon === true ? 'soon' : 'small');
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
