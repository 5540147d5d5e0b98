/** The packages that a start and the tests install: with the real npm, from a small registry that notes what it is asked. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';
import { itInProofs } from '../helpers/whole.ts';
import { type Package, type SmallProject, smallProject } from './registry.ts';

const ALL: readonly Package[] = [
  { name: 'running', as: 'dependencies' },
  { name: 'native', as: 'optionalDependencies' },
  { name: 'window', as: 'peerDependencies' },
  { name: 'tool', as: 'devDependencies' },
];
const TO_RUN = ['native', 'running', 'window'];

function writeFileIn(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

function prepare({ root, env }: SmallProject, ...flags: readonly string[]) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|_proxy$/i.test(name)));
  const child = spawn(process.execPath, [join(root, 'scripts/prepare.mjs'), ...flags], {
    cwd: root,
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: hearChild(child).ended };
}

/** What is installed, by the files that each package is used by. */
function installed({ root }: SmallProject): readonly string[] {
  const names = ALL.map(({ name }) => name).filter((name) => existsSync(join(root, 'node_modules', name, 'index.js')));
  return names.toSorted();
}

async function succeeds(project: SmallProject, ...flags: readonly string[]): Promise<{ readonly err: string }> {
  const end = await prepare(project, ...flags).ended;
  expect(end).toMatchObject({ code: 0, out: '' });
  return end;
}

describe('a start', () => {
  it('brings what running needs; tests add the rest, and nothing is fetched twice or taken away', async () => {
    const project = await smallProject(ALL);
    const { registry, root } = project;
    await succeeds(project);
    expect(registry.fetched()).toEqual(TO_RUN);
    registry.forget();

    expect((await succeeds(project)).err).toBe('');
    await succeeds(project, '--tools');
    expect(registry.fetched()).toEqual(['tool']);
    expect(installed(project)).toEqual([...TO_RUN, 'tool'].toSorted());

    // With everything there, a start has nothing to do.
    expect((await succeeds(project)).err).toBe('');
    // Somebody has taken a folder away: that one comes back, and the tools stay.
    rmSync(join(root, 'node_modules/running'), { recursive: true });
    await succeeds(project);
    expect(installed(project)).toEqual([...TO_RUN, 'tool'].toSorted());
    expect(registry.fetched()).toEqual(['tool']);
  });

  itInProofs('brings back a program of a native package that something has taken away', async () => {
    const project = await smallProject(ALL);
    await succeeds(project);
    rmSync(join(project.root, 'node_modules/native/program'));
    expect((await succeeds(project)).err).toMatch(/^Installing /);
    expect(existsSync(join(project.root, 'node_modules/native/program'))).toBe(true);
    expect((await succeeds(project)).err).toBe('');
  });

  it('after a program that cannot be loaded brings all packages anew, once', async () => {
    const project = await smallProject(ALL);
    await succeeds(project, '--tools');
    writeFileIn(join(project.root, 'dist/main'), 'serve.js', "import 'running';\n");
    expect((await succeeds(project, '--renew')).err).toBe('renewed: false\n');
    for (const name of ['running', 'tool']) rmSync(join(project.root, 'node_modules', name, 'index.js'));
    const { err } = await succeeds(project, '--renew');
    expect(err).toMatch(/^Packages are incomplete; reinstalling them …\n[\s\S]*^renewed: true\n$/m);
    expect(installed(project)).toEqual([...TO_RUN, 'tool'].toSorted());
    expect((await succeeds(project, '--renew')).err).toBe('renewed: false\n');
  });

  it('asks once for an optional package that cannot be had', async () => {
    const project = await smallProject(ALL);
    project.registry.refuse('native');
    await succeeds(project);
    expect(installed(project)).toEqual(['running', 'window']);
    project.registry.forget();
    expect((await succeeds(project)).err).toBe('');
    expect(project.registry.fetched()).toEqual([]);
  });

  it('runs scripts only of packages that need them', async () => {
    const project = await smallProject([
      { name: 'running', as: 'dependencies', hasScript: true },
      { name: 'koffi', as: 'dependencies', hasScript: true },
    ]);
    await succeeds(project);
    const ran = ['running', 'koffi'].filter((name) => existsSync(join(project.root, 'node_modules', name, 'ran')));
    expect(ran).toEqual(['koffi']);
  });

  it('installs nothing if package.json and lockfile differ', async () => {
    const project = await smallProject(ALL);
    const file = join(project.root, 'package-lock.json');
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    delete lock.packages['node_modules/running'];
    delete lock.packages[''].dependencies;
    writeFileSync(file, JSON.stringify(lock));
    const { code, err } = await prepare(project).ended;
    expect([code, project.registry.fetched()]).toEqual([1, []]);
    expect(err).toMatch(/The packages could not be installed/);
  });

  itInProofs('mends a deletion that broke off', async () => {
    const project = await smallProject(ALL);
    await succeeds(project, '--tools');
    for (const each of ['.package-lock.json', 'native', 'running']) {
      rmSync(join(project.root, 'node_modules', each), { recursive: true });
    }
    await succeeds(project);
    expect(installed(project)).toEqual(expect.arrayContaining(TO_RUN));
  });

  it('that is broken off is made good by the next', async () => {
    const project = await smallProject(ALL);
    const { registry, root } = project;
    registry.hold('running');
    const first = prepare(project);
    await expect.poll(registry.fetched).toEqual(TO_RUN);
    expect(registry.held()).toBe(1);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/could not be installed: stopped; the next start repeats it\n$/),
    });
    // npm has not been left behind.
    await expect.poll(registry.held).toBe(0);
    // As npm leaves a package whose files it was writing: with the file that it looks at alone.
    rmSync(join(root, 'node_modules/window'), { recursive: true, force: true });
    writeFileIn(join(root, 'node_modules/window'), 'package.json', '{"name":"window","version":"1.0.0"}');
    registry.hold(null);
    await succeeds(project);
    expect(installed(project)).toEqual(TO_RUN);
  });

  itInProofs('beside another one waits for it, and installs nothing', async () => {
    const project = await smallProject(ALL);
    const ends = await Promise.all([prepare(project).ended, prepare(project).ended]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect(project.registry.fetched()).toEqual(TO_RUN);
    const said = ends.map(({ err }) => err).join('');
    expect(said.match(/^Installing /gm)).toHaveLength(1);
    expect(said.match(/^Another start is installing/gm)).toHaveLength(1);
  });

  itInProofs('goes through the proxy of npm’s settings', async () => {
    const project = await smallProject(ALL);
    const env = {
      ...project.env,
      npm_config_registry: 'http://packages.invalid/',
      npm_config_proxy: project.registry.address,
    };
    await succeeds({ ...project, env });
    expect(project.registry.fetched()).toEqual(TO_RUN);
  });
});
