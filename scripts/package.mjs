// npm run package [-- --out FOLDER]: builds the program and makes the Debian package of the server. The kiosk's installers, with
// Electron in them, are made by electron-builder: docs/contributing/building-installers.md.
import { ensureHelp } from './docs/ensure-help.mjs';
import { buildOrExplain, DEB_TOOLS } from './lib/build-tools.mjs';
import { runFile } from './lib/run-file.mjs';

await buildOrExplain('The server package', DEB_TOOLS, () =>
  runFile('packaging/make-server-package.mjs', { ready: ensureHelp }),
);
