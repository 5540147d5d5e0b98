/**
 * Configuration of the installers, checked by electron-builder's schema. The slow tests build a package around a
 * simulated runtime, without network.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import afterPack, { missingNative } from '../../packaging/after-pack.mjs';
import { packagesOf } from '../helpers/locked-packages.ts';
import { describeInProofs } from '../helpers/whole.ts';
import { FUSE_SENTINEL, FUSES_OF_A_NEW_RUNTIME, ROOT, stubRuntime } from './stub-runtime.ts';

const PACK_TIMEOUT_MS = 240_000;
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly [key in 'name' | 'version' | 'description' | 'license' | 'type' | 'main']: string;
} & { readonly peerDependencies: { readonly electron: string } };
/** Dependencies of a start from the sources that installers omit: tools, and code bundled into pages. */
const ONLY_FROM_SOURCES = ['vite', 'open', 'electron', 'preact', '@preact/signals'];
// Both are dependencies of electron-builder, resolved from its folder.
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));

interface Builder {
  getConfig(projectDir: string, file: string, options: object): Promise<Record<string, unknown>>;
  validateConfiguration(config: object, logger: { readonly isEnabled: false }): Promise<void>;
}
interface Asar {
  listPackage(archive: string): string[];
  extractFile(archive: string, file: string): Buffer;
  statFile(archive: string, file: string): { readonly size: number; readonly unpacked?: boolean };
}

const builder = ofBuilder('app-builder-lib/out/util/config/config') as Builder;
const asar = ofBuilder('@electron/asar') as Asar;
describe('electron-builder.yml', () => {
  const read = () => builder.getConfig(ROOT, 'electron-builder.yml', {});

  it('is valid for the schema of electron-builder', async () => {
    await builder.validateConfiguration(await read(), { isEnabled: false });
  });

  it('would be refused with an unknown option', async () => {
    const wrong = { ...(await read()), npmRebuilt: false };
    await expect(builder.validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow(/npmRebuilt/);
  });

  it('builds deb and AppImage, an NSIS installer for Windows and a DMG for macOS', async () => {
    expect(await read()).toMatchObject({
      npmRebuild: false,
      linux: { target: ['deb', 'AppImage'] },
      win: { target: ['nsis'] },
      mac: { target: ['dmg'] },
    });
  });

  it('signs the program for macOS after the fuses are set, and lets it load its libraries', async () => {
    const { mac, electronFuses } = (await read()) as {
      mac: { identity: string; entitlements: string; entitlementsInherit: string };
      electronFuses: { resetAdHocDarwinSignature: boolean };
    };
    expect(mac.identity).toBe('-');
    expect(electronFuses.resetAdHocDarwinSignature).toBe(true);
    for (const file of [mac.entitlements, mac.entitlementsInherit]) {
      const granted = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)];
      expect(granted.map(([, key]) => key)).toEqual([
        'com.apple.security.cs.allow-jit',
        'com.apple.security.cs.allow-unsigned-executable-memory',
        'com.apple.security.cs.disable-library-validation',
      ]);
    }
  });

  it('keeps the sandbox in the menu entry of the AppImage', async () => {
    const { toolsets, linux } = (await read()) as {
      toolsets: { appimage: string };
      linux: { executableArgs?: unknown };
    };
    // electron-builder's AppImageTarget: tools before 1.0 write --no-sandbox by default.
    expect(toolsets.appimage).toMatch(/^1\./);
    expect(linux.executableArgs).toBeUndefined();
  });
});

/** Packs a project with this configuration and the runtime in `folder`, into `out` of that folder. */
async function pack(project: string, arch: 'x64' | 'arm64', folder: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/electron-builder/cli.js'),
      ...['--projectDir', project, '--config', join(ROOT, 'electron-builder.yml')],
      ...['--linux', 'dir', `--${arch}`, '--publish', 'never'],
      `-c.electronDist=${join(folder, 'runtime')}`,
      // Otherwise electron-builder looks for the runtime in the project's packages.
      `-c.electronVersion=${PACKAGE.peerDependencies.electron}`,
      `-c.directories.output=${join(folder, 'out')}`,
    ],
    { cwd: ROOT, timeout: PACK_TIMEOUT_MS },
  );
}

/** This program without its dependencies, for an attempt that must be refused. */
function bareProgram(folder: string): string {
  const { name, version, description, license, type, main } = PACKAGE;
  mkdirSync(join(folder, 'dist/main'), { recursive: true });
  writeFileSync(join(folder, main), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, description, license, type, main }));
  return folder;
}

describe('missingNative', () => {
  const SCOPES = ['@napi-rs', '@serialport', '@koromix'];

  it.each(SCOPES)('reports missing native code of %s', (scope) => {
    const resources = mkdtempSync(join(tmpdir(), 'package-'));
    onTestFinished(() => rmSync(resources, { recursive: true }));
    const modules = join(resources, 'app.asar.unpacked/node_modules');
    mkdirSync(modules, { recursive: true });
    for (const each of SCOPES) symlinkSync(join(ROOT, 'node_modules', each), join(modules, each));
    const system = `${process.platform} ${process.arch}`;
    expect(missingNative(resources, system)).toEqual([]);
    rmSync(join(modules, scope));
    expect(missingNative(resources, system)).toEqual([expect.stringContaining(`(${scope})`)]);
  });
});

describeInProofs('the package', () => {
  let folder: string;
  let unpacked: string;
  let archive: string;
  let files: ReadonlySet<string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'package-'));
    if (!existsSync(join(ROOT, 'dist/main/main.js')) || !existsSync(join(ROOT, 'dist/renderer/kiosk/index.html'))) {
      for (const config of ['vite.renderer.config.ts', 'vite.main.config.ts']) {
        execFileSync('npx', ['vite', 'build', '--config', config, '--logLevel', 'error'], { cwd: ROOT });
      }
    }
    stubRuntime(join(folder, 'runtime'));
    await pack(ROOT, 'x64', folder);
    unpacked = join(folder, 'out', 'linux-unpacked');
    archive = join(unpacked, 'resources', 'app.asar');
    files = new Set(asar.listPackage(archive));
  }, PACK_TIMEOUT_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts the program that was built', () => {
    const { main, type, devDependencies } = JSON.parse(asar.extractFile(archive, 'package.json').toString()) as Record<
      string,
      unknown
    >;
    expect({ main, type, devDependencies }).toEqual({
      main: 'dist/main/main.js',
      type: 'module',
      devDependencies: undefined,
    });
    for (const file of ['/dist/main/main.js', '/dist/main/preload.cjs', '/dist/main/store-worker.cjs']) {
      expect(files).toContain(file);
    }
    expect(existsSync(join(unpacked, 'take-a-number'))).toBe(true);
  });

  it('contains the kiosk page with all files that it loads', () => {
    const page = asar.extractFile(archive, 'dist/renderer/kiosk/index.html').toString();
    const loaded = [...page.matchAll(/(?:src|href)="\.\.\/(assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded) expect(files).toContain(`/dist/renderer/${path}`);
  });

  it('contains no demo site, but the pictures that site files refer to', () => {
    expect(files).not.toContain('/assets/demo/site.json');
    expect(files).toContain('/assets/demo/town-hall.png');
  });

  it('contains the fonts of tickets', () => {
    for (const font of [
      'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2',
      'noto-sans/files/noto-sans-cyrillic-400-normal.woff2',
      'noto-sans/files/noto-sans-latin-500-normal.woff2',
      'noto-sans-arabic/files/noto-sans-arabic-arabic-700-normal.woff2',
      'noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff2',
      'noto-sans-jp/files/noto-sans-jp-japanese-700-normal.woff2',
      'noto-sans-kr/files/noto-sans-kr-korean-400-normal.woff2',
      'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2',
      'noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff2',
      'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
    ]) {
      expect(files).toContain(`/node_modules/@fontsource/${font}`);
    }
  });

  it('contains the recorded speech of displays', () => {
    for (const file of ['en/ticket.mp3', 'zh/phrase.txt', 'ar/and-40.mp3', 'ar/ب.mp3']) {
      expect(files).toContain(`/assets/voice/${file}`);
    }
  });

  it('contains every package that the program imports', () => {
    const bundles = [...files].filter((file) => /^\/dist\/main\/.*\.js$/.test(file));
    const named = bundles.flatMap((file) =>
      [
        ...asar
          .extractFile(archive, file.slice(1))
          .toString()
          .matchAll(/(?:from|import\(|import|require\()\s*["']((?:@[\w.-]+\/)?[a-z][\w.-]*)["'/]/g),
      ].map(([, name = '']) => name),
    );
    const packages = new Set(named.filter((name) => name !== 'electron' && !name.startsWith('node')));
    packages.add('node-thermal-printer');
    expect(packages.size).toBeGreaterThan(5);
    for (const name of packages) expect(files).toContain(`/node_modules/${name}/package.json`);
  });

  it('contains no packages that the program does not import, such as build tools', () => {
    const names = [...files].map((file) => /\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(file)?.[1]);
    const packages = new Set(names.filter((name) => name !== undefined));
    expect(packages.size).toBeGreaterThan(80);
    // By name: electron-builder uses other folders than npm.
    const reached = new Set([...packagesOf(ONLY_FROM_SOURCES)].map((path) => path.split('node_modules/').at(-1)));
    expect([...packages].filter((name) => !reached.has(name))).toEqual([]);
  });

  it('contains native code outside the archive, where the system can load it', () => {
    const native = [...files].filter((file) => file.endsWith('.node'));
    expect(native.some((file) => file.includes('@serialport/bindings-cpp'))).toBe(true);
    expect(native.some((file) => file.includes('@napi-rs/canvas'))).toBe(true);
    for (const file of native) {
      expect(asar.statFile(archive, file.slice(1)).unpacked).toBe(true);
      expect(existsSync(join(`${archive}.unpacked`, file))).toBe(true);
    }
  });

  it('is refused without the native code of its system', () => {
    const context = {
      appOutDir: unpacked,
      electronPlatformName: 'linux',
      arch: 1,
      packager: { appInfo: { productFilename: 'Take a Number' } },
    };
    // The package is complete as packed.
    expect(() => afterPack(context)).not.toThrow();
    expect(() => afterPack({ ...context, arch: 3 })).toThrow(
      /^Not in the package for linux arm64: library for drawing tickets \(@napi-rs\), library for exclusive access to card readers \(@koromix\)\. .*npm install --os=linux --cpu=arm64 --libc=glibc$/,
    );
    expect(() => afterPack({ ...context, electronPlatformName: 'win32' })).toThrow(
      'for win32 x64: library for drawing tickets',
    );
    expect(() => afterPack({ ...context, arch: 2 })).toThrow('x64 and arm64 only');
    const mac = join(folder, 'mac', 'Take a Number.app', 'Contents', 'Resources');
    mkdirSync(mac, { recursive: true });
    expect(() => afterPack({ ...context, appOutDir: join(folder, 'mac'), electronPlatformName: 'darwin' })).toThrow(
      'for darwin x64: library for drawing tickets (@napi-rs), library for serial ports (@serialport), library for exclusive access to card readers (@koromix)',
    );
  });

  it('is not built for a system whose native code is not installed', { timeout: PACK_TIMEOUT_MS }, async () => {
    await expect(pack(bareProgram(join(folder, 'bare')), 'arm64', folder)).rejects.toMatchObject({
      stdout: expect.stringContaining('Not in the package for linux arm64: library for drawing tickets (@napi-rs)'),
    });
  });

  it.each([
    ['no folder of unpacked files', 'app.asar.unpacked', ['@napi-rs', '@serialport', '@koromix']],
    ['no library for system calls', 'app.asar.unpacked/node_modules/@koromix', ['@koromix']],
    ['no library for drawing', 'app.asar.unpacked/node_modules/@napi-rs', ['@napi-rs']],
    [
      'no binding of serialport',
      'app.asar.unpacked/node_modules/@serialport/bindings-cpp/prebuilds/linux-x64',
      ['@serialport'],
    ],
  ])('lacks native code if there is %s', (_, without, scopes) => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(join(unpacked, 'resources', 'app.asar.unpacked'), join(copy, 'app.asar.unpacked'), { recursive: true });
    expect(missingNative(copy, 'linux x64')).toEqual([]);
    rmSync(join(copy, without), { recursive: true });
    expect(missingNative(copy, 'linux x64')).toEqual(scopes.map((scope) => expect.stringContaining(`(${scope})`)));
  });

  it('contains no development files', () => {
    const wrong = [...files].filter((file) =>
      /^\/(main|renderer|test|bench|docs|scripts)\/|\/node_modules\/(node-linux|node-win|node-darwin|node-bin-darwin|koffi\/(doc|vendor|lib)|electron|vite|vitest|typescript|playwright-core)|\.ts$|\.map$|^\/dist\/main\/(serve|printer|reader)|-italic\.woff2$|^\/node_modules\/.*noto-sans-(sc|jp|kr)-\d/.test(
        file,
      ),
    );
    expect(wrong).toEqual([]);
    expect(readdirSync(join(unpacked, 'locales'))).toEqual(['en-US.pak']);
  });

  it('has its fuses set: no Node mode, no debugger, only its own archive', () => {
    const binary = readFileSync(join(unpacked, 'take-a-number'));
    const at = binary.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2;
    const [runAsNode, cookies, nodeOptions, inspect, integrity, onlyAsar, , fileProtocol] = binary
      .subarray(at, at + FUSES_OF_A_NEW_RUNTIME.length)
      .toString();
    expect({ runAsNode, cookies, nodeOptions, inspect, integrity, onlyAsar, fileProtocol }).toEqual({
      runAsNode: '0',
      cookies: '1',
      nodeOptions: '0',
      inspect: '0',
      integrity: '1',
      onlyAsar: '1',
      fileProtocol: '0',
    });
  });
});
