// npm run fuzz [-- --seed N --count N]: random requests against a real server.
import { runFile } from './lib/run-file.mjs';

await runFile('test/fuzz/run.ts', { tools: true });
