// npm run demo [-- flags]: a morning at the town hall in accelerated time, to be watched on all pages.
import { join } from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

try {
  const node = await prepare();
  process.exitCode = await handOver(node, [join(ROOT, 'demo', 'run.ts'), ...process.argv.slice(2)]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
