// npm run bench [-- names]: speed and size, measured on the built program.
import { CHROMIUM, ensureDebianPackages, POSTGRESQL, WRK } from './lib/debian.mjs';
import { handOver } from './lib/exec-node.mjs';
import { prepare, say } from './lib/prepare.mjs';

try {
  await ensureDebianPackages([CHROMIUM, WRK, POSTGRESQL]);
  const node = await prepare({ tools: true });
  process.exitCode = await handOver(node, ['bench/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
