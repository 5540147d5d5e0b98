// Everything that a release publishes, from one commit: what `npm run release` calls once the program is built.
//   --out FOLDER (release; emptied if it is that one, else it must be empty)   --soon: packed fast instead of small
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { helpNotice } from '../scripts/docs/ensure-help.mjs';
import { lookAtHelp } from '../scripts/docs/help-state.mjs';
import { buildObstacle, DEB_TOOLS, IMAGE_TOOLS } from '../scripts/lib/build-tools.mjs';
import { checkWorkTree, ReleaseRefused, releaseNotes } from '../scripts/lib/release-notes.mjs';
import { ELECTRON, lookAtRuntime } from '../scripts/lib/runtime.mjs';

const ROOT = dirname(import.meta.dirname);
const RELEASE = join(ROOT, 'release');
const REPORTS = ['accessibility-conformance-report.md', 'owasp-asvs.md'];
/** Kiosk installers: system of Node → its name, and how electron-builder is called. */
const KIOSKS = { linux: ['Linux', ['--linux', 'deb']], win32: ['Windows', ['--win']], darwin: ['macOS', ['--mac']] };

const say = (line) => process.stdout.write(`${line}\n`);
const run = (command, args, env = {}) =>
  execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const script = (name, ...args) => run(process.execPath, [join(ROOT, name), ...args]);

function withoutKiosk(system) {
  if (system !== process.platform) return `build it on ${KIOSKS[system][0]}`;
  const { kind } = lookAtRuntime(ELECTRON, process);
  if (kind !== 'ready') return 'the Electron runtime is not installed: npm start with a display fetches it';
  return system === 'linux' ? buildObstacle(DEB_TOOLS) : null;
}

function makeKiosk(system, out) {
  const runtime = dirname(lookAtRuntime(ELECTRON, process).program);
  const args = [...KIOSKS[system][1], `-c.electronDist=${runtime}`, `-c.directories.output=${out}`];
  script('node_modules/electron-builder/cli.js', ...args);
  for (const name of readdirSync(out)) {
    // electron-builder leaves its work beside the installers.
    if (/unpacked$|^builder-.*\.ya?ml$/.test(name)) rmSync(join(out, name), { recursive: true });
  }
}

/** Each file of a release: what it is, why it cannot be built here, and how it is built. */
function parts({ version, out, notes, soon }) {
  const name = `take-a-number-${version}`;
  const fast = soon ? ['--soon'] : [];
  return [
    ['Release notes', null, () => writeFileSync(join(out, 'release-notes.md'), notes)],
    [
      'Source archive',
      null,
      () => run('git', ['archive', `--prefix=${name}/`, '-o', join(out, `${name}-source.tar.gz`), 'HEAD']),
    ],
    ['Bill of materials', null, () => script('scripts/sbom.mjs', '--out', join(out, `${name}.cdx.json`))],
    ['Conformance reports', null, () => copyReports(out)],
    ['npm package', null, () => script('packaging/make-npm-package.mjs', '--out', out)],
    [
      'Server package',
      buildObstacle(DEB_TOOLS),
      () => script('packaging/make-server-package.mjs', '--out', out, ...fast),
    ],
    ['Container image', buildObstacle(IMAGE_TOOLS), () => script('packaging/make-image.mjs', '--out', out, ...fast)],
    ...Object.keys(KIOSKS).map((system) => [
      `Kiosk installer for ${KIOSKS[system][0]}`,
      withoutKiosk(system),
      () => makeKiosk(system, out),
    ]),
  ];
}

function copyReports(out) {
  for (const each of REPORTS) copyFileSync(join(ROOT, 'docs/compliance', each), join(out, each));
}

/** Lines of `sha256sum`, by name. */
function writeSums(out) {
  const lines = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

function prepareFolder(out) {
  if (out === RELEASE) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new ReleaseRefused(`${out} is not empty.`);
}

function main() {
  const { values } = parseArgs({ options: { out: { type: 'string' }, soon: { type: 'boolean', default: false } } });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  checkWorkTree(run('git', ['status', '--porcelain']));
  const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  const out = resolve(values.out ?? RELEASE);
  prepareFolder(out);
  const { kind } = lookAtHelp(ROOT);
  const missing = kind === 'current' ? [] : [helpNotice(kind, 'not built from this commit')];
  for (const [what, reason, make] of parts({ version, out, notes, soon: values.soon })) {
    if (reason !== null) {
      missing.push(`${what}: ${reason}`);
      continue;
    }
    say(`${what} …`);
    make();
  }
  writeSums(out);
  say(`\nTake a Number ${version} is in ${out}:`);
  for (const name of readdirSync(out).sort()) say(`  ${basename(name)}`);
  if (missing.length > 0) say(`\nNot built here:\n${missing.map((line) => `  ${line}`).join('\n')}`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
