// npm run copy, backup, restore: a queue from one place to another.
import { join } from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

try {
  const node = await prepare();
  process.exitCode = await handOver(node, [join(ROOT, 'dist', 'main', 'moving.js'), ...process.argv.slice(2)]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
