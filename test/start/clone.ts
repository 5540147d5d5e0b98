/** A copy of the sources for a test to harm: its own scripts, build and packages, of which all but some are links. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  /** For tests of what happens before the program: one that only says that it is ready. */
  readonly standIn?: boolean;
}

/** Like the program it needs a package: this one. */
export const NEEDED_BY_STAND_IN = 'uqr';

const STAND_IN = `import { createServer } from 'node:http';
import '${NEEDED_BY_STAND_IN}';
if (process.argv.includes('--version')) process.exit(0);
const server = createServer((_request, answer) => answer.end());
server.listen(0, '127.0.0.1', () => {
  const address = \`http://127.0.0.1:\${server.address().port}\`;
  process.stdout.write(\`ready \${address}\\n\`);
  process.send({ kioskUrl: \`\${address}/kiosk/\` });
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
}: CloneOptions = {}): string {
  const root = join(folderOf(owner), name);
  mkdirSync(root);
  for (const each of LINKED) {
    // A build writes beside the sources that it reads: those must not be the real ones.
    if (isBuilt) symlinkSync(join(ROOT, each), join(root, each));
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

/** A disk of that size at a folder, until the test ends; null where the tests may not mount one. */
export function smallDisk(folder: string, size: string): string | null {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=777`, 'tmpfs', folder]);
  if (status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}
