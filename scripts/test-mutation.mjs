// npm run test:mutation [-- AREA…]: changes the code in small ways, and lists the changes that no test notices.
import { join } from 'node:path';
import { ROOT, say } from './lib/basics.mjs';
import { handOver } from './lib/exec-node.mjs';
import { installManifest } from './lib/install-manifest.mjs';
import { AREAS } from './lib/mutation-areas.mjs';
import { prepare } from './lib/prepare.mjs';

const FOLDER = join(ROOT, 'test', 'mutation');
const STRYKER = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

try {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in AREAS));
  if (unknown.length > 0) throw new Error(`No area ${unknown.join(', ')}. Areas: ${Object.keys(AREAS).join(', ')}`);
  const node = await prepare({ build: false, tools: true });
  await installManifest('test/mutation');
  for (const area of wanted.length > 0 ? wanted : Object.keys(AREAS)) {
    say(`— ${area}`);
    process.env.MUTATION_AREA = area;
    const code = await handOver(node, [STRYKER, 'run', join(FOLDER, 'stryker.config.mjs')]);
    if (code !== 0) process.exitCode = code;
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
