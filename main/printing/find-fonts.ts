/**
 * Font lookup without a scan of the system's font folders.
 *
 * The fonts found are available to the whole process, so a separate thread searches.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import '../lib/settings/no-machine-fonts.ts';

const LOOK = `
  const { workerData } = require('node:worker_threads');
  const { GlobalFonts } = require(workerData.library);
  GlobalFonts.register(require('node:fs').readFileSync(workerData.font), 'Ticket none');
`;
const DEADLINE_MS = 20_000;

let looking: Promise<void> | null = null;

/** Searches once. Where no thread can run, the first drawing searches later. */
export function findFonts(): Promise<void> {
  looking ??= look().catch(() => {});
  return looking;
}

async function look(): Promise<void> {
  // Untested: Electron loading native code in a thread from its archive. A window draws its tickets anyway.
  if (process.versions.electron !== undefined) return;
  const { resolve: find } = createRequire(import.meta.url);
  await new Promise<void>((resolve) => {
    const library = find('@napi-rs/canvas');
    const font = find('@fontsource/noto-sans/files/noto-sans-greek-500-normal.woff2');
    const thread = new Worker(LOOK, { eval: true, execArgv: [], workerData: { library, font } });
    const deadline = setTimeout(() => void thread.terminate(), DEADLINE_MS);
    const done = (): void => {
      clearTimeout(deadline);
      resolve();
    };
    thread.once('error', done);
    thread.once('exit', done);
  });
}
