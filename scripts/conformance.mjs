// npm run conformance: checks a server against the queue management interface.
import { runFile } from './lib/run-file.mjs';

await runFile('dist/main/conformance.js');
