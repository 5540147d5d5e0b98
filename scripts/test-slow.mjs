// npm run test:slow [-- NAME]: tests that take too long for every `npm test`. NAME is a part of a file's path.
import { join } from 'node:path';
import { ROOT } from './lib/basics.mjs';
import { runFile } from './lib/run-file.mjs';

const config = join(ROOT, 'vitest.slow.config.ts');
await runFile('node_modules/vitest/vitest.mjs', { tools: true }, ['run', '--config', config]);
