// npm run keep-database [-- NAME]: keeps a database of this version for the tests of all later ones. Done at a release.
import { join } from 'node:path';
import { handOver } from './lib/hand-over.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

try {
  const node = await prepare({ build: false, tools: true });
  process.exitCode = await handOver(node, [
    join(ROOT, 'test', 'upgrade', 'keep-database.ts'),
    ...process.argv.slice(2),
  ]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
