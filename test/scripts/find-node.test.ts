import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseNode, thisMachine } from '../../scripts/lib/find-node.mjs';
import { SYSTEMS } from '../../scripts/lib/systems.mjs';

const ROOT = join('/', 'srv', 'Take a Number');
const OLD = { platform: 'linux', arch: 'x64', musl: false, version: '20.20.2', execPath: '/usr/bin/node' };
const EVERYTHING = (): boolean => true;
const NOTHING = (): boolean => false;

describe('the Node that runs the program', () => {
  it.each(['24.0.0', '24.21.0', '26.10.0', '100.0.0'])('is the one that starts it when that is %s', (version) => {
    const machine = { ...OLD, platform: 'freebsd', version };
    expect(chooseNode(machine, ROOT, NOTHING)).toEqual({ node: '/usr/bin/node' });
  });

  it.each(SYSTEMS)('comes with the packages on $name', ({ os, cpu, node }) => {
    const machine = { ...OLD, platform: os, arch: cpu };
    const found = chooseNode(machine, ROOT, EVERYTHING);
    expect(found).toEqual({ node: join(ROOT, 'node_modules', node.package, node.file) });
    expect(found.node).toMatch(os === 'win32' ? /bin.node\.exe$/ : /bin.node$/);
  });

  it.each([
    [
      'a musl system, though the package for glibc is there',
      { musl: true },
      EVERYTHING,
      /musl.*packages of the system/,
    ],
    [
      'a promised system whose optional packages were left out',
      {},
      NOTHING,
      /did not install.*linux x64.*Start again.*unset/,
    ],
    ['Windows on ARM', { platform: 'win32', arch: 'arm64' }, EVERYTHING, /Windows on ARM.*ARM64 from https:/],
    ['Windows of 32 bits', { platform: 'win32', arch: 'ia32' }, EVERYTHING, /64-bit/],
    ['a Raspberry Pi with a system of 32 bits', { arch: 'arm' }, EVERYTHING, /64-bit.*Raspberry Pi/],
    ['FreeBSD', { platform: 'freebsd' }, EVERYTHING, /freebsd x64.*packages of the system/],
    ['a processor that nobody thought of', { arch: 'riscv64' }, EVERYTHING, /linux riscv64/],
  ])('is asked for in one line on %s', (_, machine, exists, words) => {
    const { node, problem } = chooseNode({ ...OLD, ...machine }, ROOT, exists);
    expect(node).toBeUndefined();
    expect(problem).toMatch(words);
    expect(problem).toMatch(/^Take a Number needs Node 24; this is 20\.20\.2, and [^\n]+\.$/);
  });

  it('knows the machine that it runs on', () => {
    expect(thisMachine()).toMatchObject({ platform: process.platform, arch: process.arch, execPath: process.execPath });
  });
});
