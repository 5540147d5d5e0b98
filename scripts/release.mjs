// npm run release [-- --out FOLDER]: builds the program and everything that a release publishes, into release/.
import { ensureHelp } from './docs/ensure-help.mjs';
import { runFile } from './lib/run-file.mjs';

await runFile('packaging/make-release.mjs', { tools: true, ready: ensureHelp });
