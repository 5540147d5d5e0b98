// npm run prove [-- NAME]: the long proofs, which take too long for every `npm test`. NAME is a part of a file's path.
import { join } from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

try {
  const node = await prepare({ tools: true });
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(ROOT, 'vitest.prove.config.ts');
  process.exitCode = await handOver(node, [vitest, 'run', '--config', config, ...process.argv.slice(2)]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
