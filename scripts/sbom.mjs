// npm run sbom: what is inside the program, as a CycloneDX document, on standard output or into a file:
//   npm run sbom -- --out sbom.cdx.json
// It reads lockfiles: nothing need be installed, and nothing is fetched. The packages of the documentation site are listed
// if dist/help is built.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lookAtHelp } from './docs/help-state.mjs';
import { billOfMaterials, withHelpSite } from './lib/bill-of-materials.mjs';
import { ROOT, say } from './lib/prepare.mjs';

/** npm's document for a thousand packages has about a megabyte. */
const LARGEST_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** npm's list of the whole lockfile. Some versions of npm also warn on standard error, which is not part of it. */
function listOfNpm(folder) {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const [command, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const text = execFileSync(command, all, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: LARGEST_DOCUMENT_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  return JSON.parse(text);
}

/** The list with the documentation site. A site of another lockfile is left out, and named in one line. */
function withSite(program) {
  const { kind, packages } = lookAtHelp(ROOT);
  if (kind === 'missing') return program;
  try {
    return withHelpSite(program, listOfNpm(join(ROOT, 'docs', 'site')), packages);
  } catch (error) {
    say(`The bill of materials does not include the documentation site: ${error.message}`);
    return program;
  }
}

try {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  const program = billOfMaterials(listOfNpm(ROOT), read('package.json'), read('package-lock.json'));
  const list = withSite(program);
  const document = `${JSON.stringify(list, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(document);
  else {
    writeFileSync(values.out, document);
    say(`The bill of materials is in ${values.out}.`);
  }
} catch (error) {
  say(`The bill of materials could not be created: ${error.message}`);
  process.exitCode = 1;
}
