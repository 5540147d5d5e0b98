// Fetches and unpacks the Electron runtime; a process of its own, on the program's Node, which knows proxies. Electron's
// own library does the work: its settings (ELECTRON_MIRROR, electron_config_cache …), its cache, its checksums.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ELECTRON, noteWhole } from './runtime.mjs';

/** A line on which nothing comes for this long is given up. */
const SILENCE_MS = 20_000;

const requireFromElectron = createRequire(join(ELECTRON, 'package.json'));
const { version } = requireFromElectron('./package.json');

async function download() {
  const { downloadArtifact } = await import(pathToFileURL(requireFromElectron.resolve('@electron/get')));
  const line = new AbortController();
  const giveUp = () => line.abort(new Error('ETIMEDOUT: no data for 20 seconds'));
  let silence = setTimeout(giveUp, SILENCE_MS);
  await downloadArtifact({
    version,
    artifactName: 'electron',
    cacheRoot: process.env.electron_config_cache,
    checksums: process.env.electron_use_remote_checksums ? undefined : requireFromElectron('./checksums.json'),
    platform: process.platform,
    downloadOptions: {
      quiet: true,
      signal: line.signal,
      getProgressCallback: async () => {
        clearTimeout(silence);
        silence = setTimeout(giveUp, SILENCE_MS);
      },
    },
  });
  clearTimeout(silence);
}

function reasonOf(error) {
  const cause = error.cause?.errors?.[0] ?? error.cause;
  return [error.code, error.message, cause?.code, cause?.message].filter(Boolean).join(' ');
}

try {
  // Whatever is there is not whole.
  rmSync(join(ELECTRON, 'path.txt'), { force: true });
  rmSync(join(ELECTRON, 'dist'), { recursive: true, force: true });
  await download();
  // Finds it in the cache, and unpacks it.
  const { status } = spawnSync(process.execPath, [join(ELECTRON, 'install.js')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('it could not be unpacked');
  noteWhole(ELECTRON, version);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}
