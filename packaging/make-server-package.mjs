// The Debian package of the server, without a window: what `npm run package` calls once the program is built.
//   --out FOLDER (release)   --version VERSION (that of package.json)   --soon: packed fast instead of small
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrExplain, DEB_TOOLS, PROCESSORS } from '../scripts/lib/build-tools.mjs';
import { copyServer } from './copy-server.mjs';
import { makeDeb } from './make-deb.mjs';

const ROOT = dirname(import.meta.dirname);
const HOME = '/usr/lib/take-a-number';
/** Dependencies of Node, of the program's libraries, and of the scripts. */
const DEPENDS = ['libc6 (>= 2.28)', 'libstdc++6', 'libgcc-s1', 'systemd', 'init-system-helpers (>= 1.54)', 'passwd'];

/** Files for a local screen: files of packaging/server → installed path. */
const SCREEN = {
  'take-a-number-screen.service': 'usr/lib/systemd/system/take-a-number-screen.service',
  'take-a-number-screen.pam': 'etc/pam.d/take-a-number-screen',
  'screen.sh': `${HOME}/screen`,
  'watch-screen.mjs': `${HOME}/watch-screen.mjs`,
};

const read = (name) => readFileSync(join(ROOT, name), 'utf8');

/** Replaces a line of a unit of packaging/servers; a missing line is an error. */
function changed(text, from, to) {
  if (!text.includes(from)) throw new Error(`packaging/servers/take-a-number.service does not contain "${from}".`);
  return text.replaceAll(from, to);
}

function unit() {
  let text = read('packaging/servers/take-a-number.service').replace(/^(#.*\n)+/, '');
  text = changed(text, '/usr/bin/node ', `${HOME}/node `);
  text = changed(text, '/opt/take-a-number/', `${HOME}/`);
  // The package creates a permanent user, which can get access to devices: sysusers.conf.
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
  const version = values.version ?? JSON.parse(read('package.json')).version;
  const processor = PROCESSORS[process.arch];
  const folder = mkdtempSync(join(tmpdir(), 'server-package-'));
  try {
    const home = join(folder, HOME);
    copyServer(home, version);
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
      // Speech output where the kiosk has no other voice.
      Recommends: 'espeak-ng',
      // For take-a-number-screen.service; for Japanese speech output.
      Suggests: 'cage, xwayland, chromium, mecab, mecab-ipadic-utf8',
      Description:
        'Ticket queue management, the server\n Issues and calls tickets, and serves the pages of kiosks, displays, counters and the back office.',
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

await buildOrExplain('The server package', DEB_TOOLS, main);
