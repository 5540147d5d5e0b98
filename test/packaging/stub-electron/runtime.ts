/**
 * A runtime in the place of Electron's, for a package that is to run where Electron itself cannot be had: Node instead of its main
 * process, Debian's Chromium for its pages, and the stand-in for the module `electron` between them. It lies in a package beside the
 * program (`make.ts`), and runs what that package holds: its archive, and what is unpacked beside it.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { standInElectron } from '../../electron/stand-in/electron.ts';

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

/** Lays an archive of Electron's out: sizes, then a list of its files as JSON, then the files one behind the other. */
function layOut(archive: string, to: string): void {
  const bytes = readFileSync(archive);
  const list = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Entry;
  const from = 8 + bytes.readUInt32LE(4);
  const write = (entry: Entry, path: string): void => {
    const file = join(to, path);
    if (entry.files !== undefined) {
      mkdirSync(file, { recursive: true });
      for (const [name, each] of Object.entries(entry.files)) write(each, join(path, name));
    } else if (entry.unpacked === true) {
      symlinkSync(join(`${archive}.unpacked`, path), file);
    } else {
      const start = from + Number(entry.offset);
      writeFileSync(file, bytes.subarray(start, start + Number(entry.size)));
    }
  };
  write(list, '.');
}

const home = dirname(process.argv[2] ?? '');
const archive = join(home, 'resources/app.asar');
if (!existsSync(archive)) throw new Error(`there is no ${archive}`);
const app = mkdtempSync(join(tmpdir(), 'app-'));
layOut(archive, app);

// A signal is for the program, which ends its browser with itself.
const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
const browser = await chromium.launch({
  ...{ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  ...signals,
});
const desk = standInElectron(browser);
desk.app.on('quit', (_event: unknown, code: number) => {
  rmSync(app, { recursive: true, force: true });
  process.exit(code);
});
(globalThis as { standIn?: object }).standIn = desk.electron;

const names = Object.keys(desk.electron).join(', ');
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: 'stand-in:electron', shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === 'stand-in:electron'
      ? { format: 'module', source: `export const { ${names} } = globalThis.standIn;`, shortCircuit: true }
      : next(url, context),
});
// As Electron has it: the program, then its flags.
process.argv.splice(0, 3, process.argv[2] ?? '');
await import(pathToFileURL(join(app, 'dist/main/main.js')).href);
