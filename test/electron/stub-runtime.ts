/** Stub of Electron's runtime, to build packages without a network. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
/** Marker of the fuses in the binary, before their version, their number, and one character each. */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
export const FUSES_OF_A_NEW_RUNTIME = '101000011';

const version = (
  JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as { version: string }
).version;

/** @param program name of the executable */
export function stubRuntime(folder: string, program = 'electron'): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(
    join(folder, program),
    Buffer.concat([
      Buffer.from(`no program ${FUSE_SENTINEL}`),
      Buffer.of(1, FUSES_OF_A_NEW_RUNTIME.length),
      Buffer.from(`${FUSES_OF_A_NEW_RUNTIME} end`),
    ]),
  );
  chmodSync(join(folder, program), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['en-US', 'de']) writeFileSync(join(folder, 'locales', `${name}.pak`), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(folder, name), '');
}
