// npm run format: formats the sources, and mends what can be mended by itself.
import { join } from 'node:path';
import { handOver } from './lib/exec-node.mjs';
import { prepare, ROOT, say } from './lib/prepare.mjs';

try {
  const node = await prepare({ build: false, tools: true });
  const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  process.exitCode = await handOver(node, [biome, 'check', '--write', '.']);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
