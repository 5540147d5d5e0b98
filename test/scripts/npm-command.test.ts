import { expect, it } from 'vitest';
import { npmCommand } from '../../scripts/lib/npm.mjs';

const node = '/usr/bin/node';

it.each([
  ['its own file', '/usr/lib/node_modules/npm/bin/npm-cli.js', 'linux', [node, false]],
  ['its own file on Windows', 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js', 'win32', [node, false]],
  ['its name when yarn started us', '/opt/yarn/bin/yarn.js', 'linux', ['npm', false]],
  ['its name when nobody said', '', 'darwin', ['npm', false]],
  ['its name through a shell on Windows, where it is a batch file', '', 'win32', ['npm', true]],
])('npm is started by %s', (_, execpath, platform, [command, shell]) => {
  expect(npmCommand({ execpath, platform, node })).toMatchObject({ command, shell });
});
