// npm run reader: what a card reader sends.
import { runFile } from './lib/run-file.mjs';

await runFile('dist/main/reader.js');
