// npm run image [-- --out FOLDER]: builds the program and the OCI image of the server: docs/packaging.md.
import { runFile } from './lib/run-file.mjs';

await runFile('packaging/make-image.mjs');
