/** A copy of the sources for a test to harm: its own scripts, build and packages, of which all but some are links. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stampOf } from '../../scripts/lib/built.mjs';
import { folderOf, type Person, ROOT } from './npm-start.ts';

const LINKED = ['main', 'renderer', 'assets', 'docs', 'vite.main.config.ts', 'vite.renderer.config.ts'];
const COPIED = ['tsconfig.json', 'package.json', 'package-lock.json', '.npmrc'];

export interface CloneOptions {
  /** Whose the folder is. */
  readonly owner?: Person;
  readonly name?: string;
  readonly isBuilt?: boolean;
  readonly hasPackages?: boolean;
  /** For tests of what happens around the program: one that says that it is ready, with a page to open, and answers. */
  readonly standIn?: boolean;
  /** For whoever builds nothing there: the sources are links also when the program is not built. */
  readonly isLinked?: boolean;
  /** Where to make it; without it in a folder that the end of the test takes away. */
  readonly within?: string;
}

/** Like the program it needs a package: this one. */
export const NEEDED_BY_STAND_IN = 'uqr';

const STAND_IN_SAYS = 'stand-in';

const STAND_IN = `import { createServer } from 'node:http';
import '${NEEDED_BY_STAND_IN}';
if (process.argv.includes('--version')) process.exit(0);
const server = createServer((_request, answer) => answer.end('${STAND_IN_SAYS}'));
// As for the program, the last one counts.
const port = Number(process.argv.findLast((flag) => /^--port=\\d+$/.test(flag))?.slice('--port='.length) ?? 0);
server.listen(port, '127.0.0.1', () => {
  const address = \`http://127.0.0.1:\${server.address().port}\`;
  process.stdout.write(\`ready \${address}\\n\`);
  process.send({ kioskUrl: \`\${address}/kiosk/#token=\${'t'.repeat(43)}\` });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
`;

export function clone({
  owner = 'user',
  name = 'clone',
  isBuilt = true,
  hasPackages = true,
  standIn = false,
  isLinked = isBuilt,
  within,
}: CloneOptions = {}): string {
  const root = join(within ?? folderOf(owner), name);
  mkdirSync(root);
  for (const each of LINKED) {
    // A build writes beside the sources that it reads: those must not be the real ones.
    if (isLinked) symlinkSync(join(ROOT, each), join(root, each));
    else cpSync(join(ROOT, each), join(root, each), { recursive: true });
  }
  for (const each of COPIED) copyFileSync(join(ROOT, each), join(root, each));
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  if (isBuilt) {
    for (const each of ['main', 'renderer']) {
      cpSync(join(ROOT, 'dist', each), join(root, 'dist', each), { recursive: true });
    }
    if (standIn) writeFileSync(join(root, 'dist/main/serve.js'), STAND_IN);
    writeFileSync(join(root, 'dist/.built'), stampOf(root));
  }
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  if (hasPackages) {
    const names = readdirSync(join(ROOT, 'node_modules')).filter((each) => !each.startsWith('.') || each === '.bin');
    for (const each of names) symlinkSync(join(ROOT, 'node_modules', each), join(modules, each));
    copyFileSync(join(ROOT, 'node_modules/.package-lock.json'), join(modules, '.package-lock.json'));
    // Its runtime is the test's own.
    rmSync(join(modules, 'electron'));
    mkdirSync(join(modules, 'electron'));
    for (const each of ['package.json', 'install.js', 'checksums.json', 'index.js']) {
      copyFileSync(join(ROOT, 'node_modules/electron', each), join(modules, 'electron', each));
    }
  }
  if (owner === 'user' && process.getuid?.() === 0) spawnSync('chown', ['-R', '-h', '65534:65534', root]);
  if (owner === 'root') spawnSync('chmod', ['755', join(root, '..'), root]);
  return root;
}

/** One with a stand-in for all tests of a file that leave it as it is; the file removes it. */
export function sharedStandIn(): { readonly root: string; remove(): void } {
  const within = mkdtempSync(join(tmpdir(), 'take-a-number-stand-in-'));
  chmodSync(within, 0o755);
  return {
    root: clone({ standIn: true, within }),
    remove: () => rmSync(within, { recursive: true, force: true }),
  };
}

/** Whether the stand-in answers there. */
export async function standInAnswers(address: string): Promise<boolean> {
  const answer = await fetch(address).then(
    (response) => response.text(),
    () => '',
  );
  return answer === STAND_IN_SAYS;
}

/** A disk of that size at a folder, until the test ends; null where the tests may not mount one. */
export function smallDisk(folder: string, size: string): string | null {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=777`, 'tmpfs', folder]);
  if (status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}
