// npm run image [-- --out FOLDER]: builds the program and the OCI image of the server: docs/contributing/building-installers.md.
import { ensureHelp } from './docs/ensure-help.mjs';
import { buildOrExplain, IMAGE_TOOLS } from './lib/build-tools.mjs';
import { runFile } from './lib/run-file.mjs';

await buildOrExplain('The container image', IMAGE_TOOLS, () =>
  runFile('packaging/make-image.mjs', { ready: ensureHelp }),
);
