// npm start: the kiosk on a fresh machine. A window where there can be one, else the same kiosk in the browser.
import { join } from 'node:path';
import { findDesktop } from './lib/desktop.mjs';
import { handOver } from './lib/hand-over.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

/** Flags that only tell something need no window. */
const TELLS = ['--help', '--version'];

try {
  const flags = process.argv.slice(2);
  const node = await prepare();
  const tells = flags.some((flag) => TELLS.includes(flag));
  const desktop = tells ? { missing: '' } : await findDesktop(node);
  if (desktop.runtime !== undefined) {
    process.exitCode = await handOver(desktop.runtime, [ROOT, ...flags]);
  } else {
    if (!tells) say(`No kiosk window here: ${desktop.missing}. Open the address below in a browser.`);
    process.exitCode = await handOver(node, [join(ROOT, 'dist', 'main', 'serve.js'), ...flags]);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
