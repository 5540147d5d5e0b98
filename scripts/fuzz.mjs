// npm run fuzz [-- --seed N --count N]: random requests against a real server.
import { handOver } from './lib/hand-over.mjs';
import { prepare, say } from './lib/prepare.mjs';

try {
  const node = await prepare({ tools: true });
  process.exitCode = await handOver(node, ['test/fuzz/run.ts', ...process.argv.slice(2)]);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
