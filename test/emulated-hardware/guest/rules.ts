/** In the laboratory: what Debian's udevd makes of the rules of the packages, on a printer and on devices that type. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plugIn } from './played-reader.ts';
import { tell } from './tell.ts';

const RULES = resolve(import.meta.dirname, '../../../packaging/udev/70-take-a-number.rules');
const GROUP = 4242;
const [READER, KEYBOARD] = [0x0c27, 0x046d];

/** In a folder of another system, as here, udev's commands do nothing and say that all is well, unless they are told to. */
const ENVIRONMENT = { ...process.env, SYSTEMD_IGNORE_CHROOT: '1' };
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: ENVIRONMENT });

// The files of the machine around this one can only be read: what changes lies in memory.
run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
mkdirSync('/run/udev/rules.d', { recursive: true });
copyFileSync(RULES, '/run/udev/rules.d/70-take-a-number.rules');
// As the packages make it.
const groups = `${readFileSync('/etc/group', 'utf8').trimEnd()}\ntake-a-number:x:${GROUP}:\n`;
writeFileSync('/tmp/group', groups);
run('mount', '--bind', '/tmp/group', '/etc/group');

const devices = [plugIn(READER, 1), plugIn(KEYBOARD, 1)];
run('/lib/systemd/systemd-udevd', '--daemon', '--resolve-names=early');
run('udevadm', 'trigger', '--action=add');
run('udevadm', 'settle', '--timeout=60');

const names = new Map(groups.split('\n').map((line) => [Number(line.split(':')[2]), line.split(':')[0] ?? '']));
/** Group and rights, as `lp 660`. */
function rightsOf(path: string): string {
  const { gid, mode } = statSync(path);
  return `${names.get(gid)} ${(mode & 0o777).toString(8)}`;
}

function inputOf(vendor: number): string {
  const id = vendor.toString(16).padStart(4, '0');
  const events = readdirSync('/sys/class/input').filter((name) => name.startsWith('event'));
  const found = events.find((name) => readFileSync(`/sys/class/input/${name}/device/id/vendor`, 'utf8').trim() === id);
  return join('/dev/input', found ?? 'none');
}

/** The node of the played printer that goes past the driver of the kernel. */
function usbNode(): string {
  const place = '/sys/bus/usb/devices';
  for (const name of readdirSync(place)) {
    try {
      if (readFileSync(join(place, name, 'idVendor'), 'utf8').trim() !== '04b8') continue;
      const numbers = ['busnum', 'devnum'].map((each) => readFileSync(join(place, name, each), 'utf8').trim());
      return join('/dev/bus/usb', ...numbers.map((each) => each.padStart(3, '0')));
    } catch {
      // An interface has no numbers of its own.
    }
  }
  return '/dev/bus/usb/none';
}

tell('printer', rightsOf('/dev/usb/lp0'));
tell('usb', rightsOf(usbNode()));
tell('serial', rightsOf('/dev/ttyS0'));
tell('reader', rightsOf(inputOf(READER)));
tell('keyboard', rightsOf(inputOf(KEYBOARD)));
for (const device of devices) device.unplug();
process.exit(0);
