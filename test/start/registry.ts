/** A small project with the scripts of this one, and a registry of its own that notes what is asked for. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderOf, openFolder, ROOT } from './npm-start.ts';

const VERSION = '1.0.0';

export interface Package {
  readonly name: string;
  /** Where package.json names it. */
  readonly as: 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies';
  /** It comes with a script to be run at its installation, which leaves the file `ran`. */
  readonly hasScript?: boolean;
}

interface Packed extends Package {
  readonly archive: Buffer;
  readonly integrity: string;
}

function pack(entry: Package): Packed {
  const folder = openFolder();
  mkdirSync(join(folder, 'package'));
  const isNative = entry.as === 'optionalDependencies';
  const manifest = {
    name: entry.name,
    version: VERSION,
    ...(isNative ? { bin: { [entry.name]: 'program' } } : {}),
    ...(entry.hasScript ? { scripts: { install: `node -e "fs.writeFileSync('ran', '')"` } } : {}),
  };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  if (isNative) writeFileSync(join(folder, 'package/program'), '');
  writeFileSync(join(folder, 'package/index.js'), `module.exports = ${JSON.stringify(entry.name)};\n`);
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  const archive = readFileSync(join(folder, 'package.tgz'));
  return { ...entry, archive, integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}` };
}

/** What the lockfile says of a package that only this part of package.json names. */
const FLAGS = {
  dependencies: {},
  devDependencies: { dev: true },
  optionalDependencies: { optional: true, os: [process.platform], cpu: [process.arch] },
  peerDependencies: { peer: true },
};

export interface Registry {
  /** Names of the packages whose contents it was asked for, in the order of the alphabet. */
  fetched(): readonly string[];
  forget(): void;
  /** Fails requests for the contents of this package. */
  refuse(name: string): void;
  /** Leaves requests for the contents of this package without an answer; null: of none any more. */
  hold(name: string | null): void;
  /** How many requests wait for an answer. */
  held(): number;
  readonly address: string;
}

async function registryOf(packages: readonly Packed[]): Promise<Registry> {
  let fetched: string[] = [];
  let refused: string | null = null;
  let toHold: string | null = null;
  const waiting = new Set<ServerResponse>();
  const server = createServer((request: IncomingMessage, answer: ServerResponse) => {
    const address = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', address);
    const entry = packages.find(({ name }) => pathname.startsWith(`/${name}`));
    if (entry === undefined) return void answer.writeHead(404).end();
    const tarball = `${address}/${entry.name}.tgz`;
    if (pathname.endsWith('.tgz')) {
      fetched.push(entry.name);
      if (entry.name === refused) return void answer.writeHead(403).end();
      answer.setHeader('cache-control', 'public, immutable, max-age=31557600');
      if (entry.name !== toHold) return void answer.end(entry.archive);
      waiting.add(answer);
      return void answer.on('close', () => waiting.delete(answer));
    }
    const version = { name: entry.name, version: VERSION, dist: { tarball, integrity: entry.integrity } };
    const document = { name: entry.name, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: version } };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(document));
  });
  // As a proxy it leads everything to itself.
  server.on('connect', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((tell) => void server.listen(0, '127.0.0.1', tell));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    fetched: () => fetched.toSorted(),
    forget: () => {
      fetched = [];
    },
    refuse: (name) => {
      refused = name;
    },
    hold: (name) => {
      toHold = name;
    },
    held: () => waiting.size,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  };
}

function writeProject(root: string, packages: readonly Packed[]): void {
  const sections: Record<string, Record<string, string>> = {};
  for (const { name, as } of packages) sections[as] = { ...sections[as], [name]: VERSION };
  const manifest = { name: 'small', version: VERSION, type: 'module', ...sections };
  const locked = packages.map(({ name, as, integrity, hasScript = false }) => [
    `node_modules/${name}`,
    { version: VERSION, integrity, ...FLAGS[as], ...(hasScript ? { hasInstallScript: true } : {}) },
  ]);
  const lock = {
    name: 'small',
    version: VERSION,
    lockfileVersion: 3,
    packages: { '': { name: 'small', version: VERSION, ...sections }, ...Object.fromEntries(locked) },
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  cpSync(join(ROOT, '.npmrc'), join(root, '.npmrc'));
  cpSync(join(ROOT, 'scripts/lib'), join(root, 'scripts/lib'), { recursive: true });
  writeFileSync(
    join(root, 'scripts/prepare.mjs'),
    `import { prepare, renew, say } from './lib/prepare.mjs';
try {
  const node = await prepare({ build: false, tools: process.argv.includes('--tools') });
  if (process.argv.includes('--renew')) say('renewed: ' + (await renew(node)));
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
`,
  );
}

export interface SmallProject {
  readonly root: string;
  readonly registry: Registry;
  readonly env: Readonly<Record<string, string>>;
}

export async function smallProject(packages: readonly Package[]): Promise<SmallProject> {
  const root = folderOf('root');
  const packed = packages.map(pack);
  writeProject(root, packed);
  const registry = await registryOf(packed);
  const home = folderOf('root');
  return {
    root,
    registry,
    env: { HOME: home, npm_config_registry: registry.address, npm_config_cache: join(home, 'cache') },
  };
}
