// npm run demo [-- flags]: a morning at the town hall in accelerated time, to be watched on all pages.
import { runFile } from './lib/run-file.mjs';

await runFile('demo/run.ts');
