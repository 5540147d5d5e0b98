// Builds the OCI image of the server: npm run image. Needs Debian with mmdebstrap; no container engine.
//   --out FOLDER (release)   --version VERSION (that of package.json)   --soon: compressed fast instead of small
//
// Two layers: Debian's libraries, and the program with Node. The same commit and the same Debian packages give the same
// digests: names are sorted, and every time is SOURCE_DATE_EPOCH, by default that of the last commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { PreparationError } from '../scripts/lib/basics.mjs';
import { buildOrExplain, IMAGE_TOOLS, PROCESSORS } from '../scripts/lib/build-tools.mjs';
import { SMALL, smallEnvironment } from '../scripts/lib/memory-flags.mjs';
import { copyServer } from './copy-server.mjs';

const ROOT = dirname(import.meta.dirname);
const HOME = '/opt/take-a-number';
/** A user id that no host of the image uses. */
const USER = 10_001;
const DEBIAN = 'bookworm';
/** Libraries of Node and of the program, certificates of webhook receivers and mail servers, time zones. */
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates', 'tzdata'];

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';
const SECONDS = 1e9;

/** Commands print the details of an error themselves. */
function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  } catch (error) {
    throw new PreparationError(`${command} failed: ${error.code ?? error.signal ?? `exit code ${error.status}`}`);
  }
}

function timeOfSources() {
  if (process.env.SOURCE_DATE_EPOCH !== undefined) return Number(process.env.SOURCE_DATE_EPOCH);
  return Number(run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }));
}

/** Adds a folder's content to an archive, with owner and times that do not depend on this machine. */
function addToArchive(archive, folder, owner, time, names = ['.']) {
  const same = [
    '--sort=name',
    '--numeric-owner',
    `--owner=${owner}`,
    `--group=${owner}`,
    `--mtime=@${time}`,
    '--format=gnu',
  ];
  run('tar', ['--append', '--file', archive, ...same, '-C', folder, ...names]);
}

function makeDebianLayer(archive, time) {
  run(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=essential',
      `--include=${PACKAGES.join(',')}`,
      '--dpkgopt=path-exclude=/usr/share/{doc,info,locale,man,lintian,bash-completion}/*',
      `--customize-hook=echo "take-a-number:x:${USER}:${USER}::/data:/usr/sbin/nologin" >>"$1/etc/passwd"`,
      `--customize-hook=echo "take-a-number:x:${USER}:" >>"$1/etc/group"`,
      '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/* "$1"/var/log/*',
      DEBIAN,
      archive,
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(time) } },
  );
}

function makeProgramLayer(archive, work, version, time) {
  const program = join(work, 'program');
  const home = join(program, HOME);
  mkdirSync(home, { recursive: true });
  copyServer(home, version);
  rmSync(join(home, 'assets/demo'), { recursive: true, force: true });
  cpSync(join(ROOT, 'packaging/servers/healthcheck.sh'), join(home, 'healthcheck.sh'));
  mkdirSync(join(program, 'usr/local/bin'), { recursive: true });
  renameSync(join(home, 'node'), join(program, 'usr/local/bin/node'));
  run('chmod', ['-R', 'u=rwX,go=rX', program]);
  addToArchive(archive, program, 0, time);
  // A new volume takes over the owner of the folder that it hides.
  const state = join(work, 'state');
  for (const each of ['data', 'backups']) mkdirSync(join(state, each), { recursive: true, mode: 0o700 });
  addToArchive(archive, state, USER, time, ['data', 'backups']);
}

/** Compresses a layer into `blobs/`. @returns its descriptor, and the digest before compression */
async function compress(archive, blobs, level) {
  const [plain, packed] = [createHash('sha256'), createHash('sha256')];
  const noting = (hash) =>
    new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
  const file = join(blobs, 'layer');
  await pipeline(
    createReadStream(archive),
    noting(plain),
    createGzip({ level }),
    noting(packed),
    createWriteStream(file),
  );
  rmSync(archive);
  const digest = packed.digest('hex');
  renameSync(file, join(blobs, digest));
  const descriptor = { mediaType: LAYER, digest: `sha256:${digest}`, size: statSync(join(blobs, digest)).size };
  return { descriptor, diffId: `sha256:${plain.digest('hex')}` };
}

function addBlob(blobs, mediaType, value) {
  const bytes = Buffer.from(JSON.stringify(value));
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(blobs, digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}

/** How an engine runs the image. `Healthcheck` is Docker's addition to the OCI format, which Podman reads too. */
const runConfig = (labels) => ({
  User: `${USER}:${USER}`,
  ExposedPorts: { '8080/tcp': {} },
  Env: [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    ...Object.entries(smallEnvironment({})).map(([name, value]) => `${name}=${value}`),
  ],
  Entrypoint: ['node', ...SMALL, 'dist/main/serve.js', '--host', '0.0.0.0', '--data', '/data'],
  Volumes: { '/data': {} },
  WorkingDir: HOME,
  Labels: labels,
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', `${HOME}/healthcheck.sh`, '/data'],
    Interval: 10 * SECONDS,
    Timeout: 3 * SECONDS,
    StartPeriod: 20 * SECONDS,
    Retries: 3,
  },
});

const { values } = parseArgs({
  options: { out: { type: 'string' }, version: { type: 'string' }, soon: { type: 'boolean' } },
});
const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const version = values.version ?? about.version;
const architecture = PROCESSORS[process.arch];

async function buildImage() {
  const time = timeOfSources();
  const created = new Date(time * 1000).toISOString();
  const work = mkdtempSync(join(tmpdir(), 'server-image-'));
  try {
    const layout = join(work, 'layout');
    const blobs = join(layout, 'blobs/sha256');
    mkdirSync(blobs, { recursive: true });
    const archives = ['debian.tar', 'program.tar'].map((name) => join(work, name));
    makeDebianLayer(archives[0], time);
    makeProgramLayer(archives[1], work, version, time);
    const layers = [];
    for (const archive of archives) layers.push(await compress(archive, blobs, values.soon === true ? 1 : 9));
    const labels = {
      'org.opencontainers.image.title': about.name,
      'org.opencontainers.image.description': about.description,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': about.license,
      'org.opencontainers.image.created': created,
    };
    const config = addBlob(blobs, CONFIG, {
      created,
      architecture,
      os: 'linux',
      config: runConfig(labels),
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: [
        { created, created_by: `Debian ${DEBIAN}: ${PACKAGES.join(' ')}` },
        { created, created_by: `${about.name} ${version}` },
      ],
    });
    const manifest = addBlob(blobs, MANIFEST, {
      schemaVersion: 2,
      mediaType: MANIFEST,
      config,
      layers: layers.map(({ descriptor }) => descriptor),
      annotations: labels,
    });
    const name = { 'org.opencontainers.image.ref.name': `take-a-number-server:${version}` };
    writeFileSync(
      join(layout, 'index.json'),
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.index.v1+json',
        manifests: [{ ...manifest, platform: { architecture, os: 'linux' }, annotations: name }],
      }),
    );
    writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    const file = join(
      resolve(values.out ?? join(ROOT, 'release')),
      `take-a-number-server_${version}_${architecture}.oci.tar`,
    );
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    addToArchive(file, layout, 0, time);
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await buildOrExplain('The container image', IMAGE_TOOLS, buildImage);
