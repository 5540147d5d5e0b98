// npm run serve: the server and the pages, without a desktop.
import { handOver } from './lib/exec-node.mjs';
import { SERVE_SMALL } from './lib/memory-flags.mjs';
import { prepare, renew, say } from './lib/prepare.mjs';

try {
  const node = await prepare();
  const run = () => handOver(node, [...SERVE_SMALL, ...process.argv.slice(2)]);
  const code = await run();
  process.exitCode = code === 1 && (await renew(node)) ? await run() : code;
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
