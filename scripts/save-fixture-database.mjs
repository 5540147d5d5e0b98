// npm run keep-database [-- NAME]: keeps a database of this version for the tests of all later ones. Done at a release.
import { runFile } from './lib/run-file.mjs';

await runFile('test/upgrade/keep-database.ts', { build: false, tools: true });
