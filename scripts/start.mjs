// npm start: the kiosk on a fresh machine. A window where there can be one, else the same kiosk in the browser.
import { handOver } from './lib/exec-node.mjs';
import { runKiosk } from './lib/kiosk.mjs';
import { listenForStop } from './lib/listen-for-stop.mjs';
import { prepare, renew, SERVE, say, whileAlone } from './lib/prepare.mjs';
import { readStartFlags } from './lib/start-flags.mjs';

try {
  const flags = process.argv.slice(2);
  const wanted = readStartFlags(flags, process.env);
  const node = await prepare();
  if (wanted.tells) {
    process.exitCode = await handOver(node, [SERVE, ...flags]);
  } else {
    const stop = listenForStop();
    process.exitCode = await runKiosk(node, flags, { ...wanted, stop, whileAlone, renew: () => renew(node) });
    stop.close();
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
