// Built folders of the program that packages contain.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The documentation site only if it is built: `npm run docs` needs an npm registry. */
export const builtFolders = (root) => [
  'dist/main',
  'dist/renderer',
  ...['dist/help'].filter((folder) => existsSync(join(root, folder))),
];
