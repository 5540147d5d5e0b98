// npm run release [-- --out FOLDER]: builds the program and everything that a release publishes, into release/.
import { runFile } from './lib/run-file.mjs';

await runFile('packaging/make-release.mjs', { tools: true });
