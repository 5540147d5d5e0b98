/**
 * A kernel of Debian in an emulator, with USB and input devices that are played by the kernel itself: real `/dev/input/event*`, real
 * USB, real unplugging, on a machine that has none of it. The guest sees this machine's files, read only.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

const NEEDED = 'qemu-system-x86 busybox-static cpio kmod udev';
const MODULES = [
  'virtio_pci',
  '9pnet_virtio',
  '9p',
  'dummy_hcd',
  'libcomposite',
  'usb_f_printer',
  'usblp',
  'uinput',
  'evdev',
];
const MEMORY_MB = 1500;
const SIGN = 'LAB ';
const END = 'LAB-END';
const DEADLINE_MS = 600_000;

const out = (command: string, args: readonly string[], cwd?: string): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(cwd === undefined ? {} : { cwd }),
  });

/** Debian's kernel of today, unpacked; nothing of it is installed. */
function fetchKernel(folder: string): { readonly image: string; readonly modules: readonly string[] } {
  const [, name] = /Depends: (linux-image-\S+)/.exec(out('apt-cache', ['depends', 'linux-image-amd64'])) ?? [];
  if (name === undefined) throw new Error('Debian knows no kernel here; type: apt-get update');
  out('apt-get', ['download', name], folder);
  const file = readdirSync(folder).find((each) => each.endsWith('.deb')) ?? '';
  const root = join(folder, 'kernel');
  out('dpkg-deb', ['-x', join(folder, file), root]);
  const version = readdirSync(join(root, 'lib', 'modules'))[0] ?? '';
  out('depmod', ['-b', root, version]);
  const lines = MODULES.flatMap((each) =>
    out('modprobe', ['-d', root, '-S', version, '--show-depends', each]).split('\n'),
  );
  const modules = [...new Set(lines.flatMap((line) => /^insmod (\S+)/.exec(line)?.[1] ?? []))];
  return { image: join(root, 'boot', `vmlinuz-${version}`), modules };
}

function firstFiles(folder: string, modules: readonly string[]): string {
  const root = join(folder, 'root');
  for (const each of ['bin', 'modules', 'proc', 'sys', 'dev', 'host']) mkdirSync(join(root, each), { recursive: true });
  copyFileSync('/bin/busybox', join(root, 'bin', 'busybox'));
  copyFileSync(join(import.meta.dirname, 'init.sh'), join(root, 'init'));
  chmodSync(join(root, 'init'), 0o755);
  // In the order in which they need each other.
  for (const [at, path] of modules.entries()) {
    copyFileSync(path, join(root, 'modules', `${String(at).padStart(3, '0')}-${basename(path)}`));
  }
  const names = out('find', ['.'], root);
  const archive = execFileSync('cpio', ['-o', '-H', 'newc', '--quiet'], {
    cwd: root,
    input: names,
    maxBuffer: 64 * 1024 * 1024,
  });
  const file = join(folder, 'initrd');
  writeFileSync(file, archive);
  return file;
}

/** What the script says of itself with `LAB {…}`, one after another. It runs as root in the guest. */
export async function runInLab(script: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lab-'));
  try {
    return await boot(folder, script);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function boot(folder: string, script: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    out('qemu-system-x86_64', ['--version']);
  } catch {
    throw new Error(`The laboratory needs an emulator; type: apt-get install ${NEEDED}`);
  }
  const { image, modules } = fetchKernel(folder);
  const initrd = firstFiles(folder, modules);
  // On a busy machine the emulated clock does not tick in time for the kernel's own check of it.
  const words = [
    'console=ttyS0',
    'quiet',
    'panic=1',
    'no_timer_check',
    `node=${realpathSync(process.execPath)}`,
    `script=${script}`,
  ];
  const machine = spawn(
    'qemu-system-x86_64',
    [
      ...['-accel', 'tcg', '-cpu', 'max', '-smp', '2', '-m', String(MEMORY_MB), '-nographic', '-no-reboot'],
      ...['-kernel', image, '-initrd', initrd, '-append', words.join(' ')],
      ...['-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap'],
      ...['-device', 'virtio-9p-pci,fsdev=host,mount_tag=host'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const deadline = setTimeout(() => machine.kill('SIGKILL'), DEADLINE_MS);
  const said: Readonly<Record<string, unknown>>[] = [];
  const heard: string[] = [];
  try {
    for await (const line of createInterface({ input: machine.stdout })) {
      heard.push(line);
      if (line.startsWith(SIGN)) said.push(JSON.parse(line.slice(SIGN.length)) as Readonly<Record<string, unknown>>);
      if (line.startsWith(END)) return said;
    }
    throw new Error(`The laboratory broke off:\n${heard.slice(-30).join('\n')}`);
  } finally {
    clearTimeout(deadline);
    machine.kill('SIGKILL');
  }
}
