#!/usr/bin/env node
// Command of the npm package: `npx take-a-number` starts a kiosk with its server, in the browser of this machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SERVE, say } from './lib/basics.mjs';
import { handOver } from './lib/exec-node.mjs';
import { chooseNode, thisMachine } from './lib/find-node.mjs';
import { runInBrowser } from './lib/kiosk.mjs';
import { listenForStop } from './lib/listen-for-stop.mjs';
import { openPage } from './lib/open-page.mjs';
import { readStartFlags } from './lib/start-flags.mjs';

/** npm installs the Node package beside this package, or in it. */
const FOLDERS = [ROOT, join(ROOT, '..', '..')];

const flags = process.argv.slice(2);
const { tells, opens } = readStartFlags(flags, process.env);
const chosen = FOLDERS.map((folder) => chooseNode(thisMachine(), folder, existsSync));
const node = chosen.find((each) => each.node !== undefined)?.node;
if (node === undefined) {
  say(chosen[0].problem);
  process.exitCode = 1;
} else if (tells) {
  process.exitCode = await handOver(node, [SERVE, ...flags]);
} else {
  const stop = listenForStop();
  const print = (line) => process.stdout.write(`${line}\n`);
  const open = async (url) => opens && openPage(url);
  process.exitCode = await runInBrowser(node, flags, { stop, print, open, renew: async () => false });
  stop.close();
}
