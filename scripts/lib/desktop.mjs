// Whether a kiosk window can be opened here: the Electron runtime, and a screen to show it on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, say } from './prepare.mjs';

const FETCH_DEADLINE_MS = 300_000;

function installedRuntime() {
  const folder = join(ROOT, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const runtime = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(runtime) ? runtime : null;
}

function hasScreen() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** `{ runtime }`, or `{ missing }`: what is missing, in words that end the sentence "No kiosk window here: …". */
export async function findDesktop(node) {
  if (!hasScreen()) return { missing: 'there is no display' };
  if (installedRuntime() === null) {
    say('Fetching the Electron runtime (once) …');
    const installer = join(ROOT, 'node_modules', 'electron', 'install.js');
    await run(node, [installer], { timeout: FETCH_DEADLINE_MS, stdio: 'ignore' }).catch(() => {});
  }
  const runtime = installedRuntime();
  return runtime === null ? { missing: 'the Electron runtime is not installed and could not be fetched' } : { runtime };
}
