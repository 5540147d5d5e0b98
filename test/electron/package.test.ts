/**
 * The installers' recipe, against electron-builder itself: its schema, and a package made around a runtime that only
 * looks like Electron's. Needs no network.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PACK_TIMEOUT_MS = 240_000;
// Both belong to electron-builder, and are found from where it stands.
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
const version = (
  JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as { version: string }
).version;

/** How @electron/fuses finds the fuses in the binary, then their version and number, then one character each. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES_OF_A_NEW_RUNTIME = '101000011';

function stubRuntime(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(
    join(folder, 'electron'),
    Buffer.concat([
      Buffer.from(`no program ${FUSE_SENTINEL}`),
      Buffer.of(1, FUSES_OF_A_NEW_RUNTIME.length),
      Buffer.from(`${FUSES_OF_A_NEW_RUNTIME} end`),
    ]),
  );
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['en-US', 'de']) writeFileSync(join(folder, 'locales', `${name}.pak`), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(folder, name), '');
}

describe('electron-builder.yml', () => {
  const read = () => builder.getConfig(ROOT, 'electron-builder.yml', {});

  it('fits the schema of electron-builder', async () => {
    await builder.validateConfiguration(await read(), { isEnabled: false });
  });

  it('would be refused with a word that electron-builder does not know', async () => {
    const wrong = { ...(await read()), npmRebuilt: false };
    await expect(builder.validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow(/npmRebuilt/);
  });

  it('makes deb and AppImage, an installer for Windows and an image for macOS', async () => {
    expect(await read()).toMatchObject({
      npmRebuild: false,
      linux: { target: ['deb', 'AppImage'] },
      win: { target: ['nsis'] },
      mac: { target: ['dmg'] },
    });
  });
});

describe('a package', () => {
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
    await promisify(execFile)(
      process.execPath,
      [
        join(ROOT, 'node_modules/electron-builder/cli.js'),
        '--linux',
        'dir',
        '--x64',
        '--publish',
        'never',
        `-c.electronDist=${join(folder, 'runtime')}`,
        `-c.directories.output=${join(folder, 'out')}`,
      ],
      { cwd: ROOT, timeout: PACK_TIMEOUT_MS },
    );
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
    for (const file of ['/dist/main/main.js', '/dist/main/preload.cjs', '/dist/main/store-worker.js']) {
      expect(files).toContain(file);
    }
    expect(existsSync(join(unpacked, 'take-a-number'))).toBe(true);
  });

  it('holds the page with everything that it loads', () => {
    const page = asar.extractFile(archive, 'dist/renderer/kiosk/index.html').toString();
    const loaded = [...page.matchAll(/(?:src|href)="\.\.\/(assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded.length).toBeGreaterThan(1);
    for (const path of loaded) expect(files).toContain(`/dist/renderer/${path}`);
  });

  it('holds the demo site and the ticket fonts', () => {
    expect(files).toContain('/assets/demo/site.json');
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

  it('holds the words that displays say', () => {
    for (const file of ['en/ticket.mp3', 'zh/phrase.txt', 'ar/and-40.mp3', 'ar/ب.mp3']) {
      expect(files).toContain(`/assets/voice/${file}`);
    }
  });

  it('holds every package that the program names', () => {
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

  it('keeps native code outside the archive, where the system can load it', () => {
    const native = [...files].filter((file) => file.endsWith('.node'));
    expect(native.some((file) => file.includes('@serialport/bindings-cpp'))).toBe(true);
    expect(native.some((file) => file.includes('@napi-rs/canvas'))).toBe(true);
    for (const file of native) {
      expect(asar.statFile(archive, file.slice(1)).unpacked).toBe(true);
      expect(existsSync(join(`${archive}.unpacked`, file))).toBe(true);
    }
  });

  it('leaves out what only development needs', () => {
    const wrong = [...files].filter((file) =>
      /^\/(main|renderer|test|bench|docs|scripts)\/|\/node_modules\/(node-linux|node-win|electron|vite|vitest|typescript|playwright-core)|\.ts$|\.map$|^\/dist\/main\/(serve|printer)|-italic\.woff2$|^\/node_modules\/.*noto-sans-(sc|jp|kr)-\d/.test(
        file,
      ),
    );
    expect(wrong).toEqual([]);
    expect(readdirSync(join(unpacked, 'locales'))).toEqual(['en-US.pak']);
  });

  it('has its fuses set: no other program, no debugger, nothing but its own archive', () => {
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
