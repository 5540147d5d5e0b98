// npm run copy, backup, restore: a queue from one place to another.
import { runFile } from './lib/run-file.mjs';

await runFile('dist/main/moving.js');
