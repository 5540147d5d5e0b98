/**
 * Check that a path is a device file.
 *
 * Links are resolved. The file is checked before and after the open, so that it cannot be replaced meanwhile.
 */
import { fstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isatty } from 'node:tty';
import type { SerialPort } from 'serialport';
import { fail, ok, type Result } from '../result.ts';

/** Printers of Linux and the BSDs, on USB and parallel ports. */
const PRINTER = /^\/dev\/(?:usb\/)?(?:lp|usblp|u?lpt|unlpt|ulpt)\d+$/;

/** Consoles and terminals, which can have a user. */
const CONSOLE = /^\/dev\/(?:tty\d*|console|ptmx|ttyprintk)$/;

/** Accepts all output and drops it. */
const NOTHING = '/dev/null';

const WINDOWS_PORT = /^COM\d{1,3}$/i;

const NO_DEVICE = 'no such device';

/**
 * Real path of the device. The error is for the log. On Windows serial ports have names instead of paths, and no other
 * object has such a name.
 */
export async function findDevice(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<string, string>> {
  if (platform === 'win32') return WINDOWS_PORT.test(path) ? ok(path) : fail(`${path}: not a serial port such as COM3`);
  const real = await realpath(path).catch(() => null);
  if (real === null) return fail(`ENOENT: ${NO_DEVICE}: ${path}`);
  if (!real.startsWith('/dev/') || CONSOLE.test(real)) return fail(`${path}: not a printer or serial port below /dev`);
  const found = await stat(real).catch(() => null);
  if (found === null) return fail(`ENOENT: ${NO_DEVICE}: ${path}`);
  return found.isCharacterDevice() ? ok(real) : fail(`${path}: not a device`);
}

/** Why the open file is not a serial port; null when it is one. */
export function portFault(fd: number): string | null {
  return fstatSync(fd).isCharacterDevice() && isatty(fd) ? null : 'not a serial port';
}

/** Why the open file is not a character device; null when it is one. */
export function nodeFault(fd: number): string | null {
  return fstatSync(fd).isCharacterDevice() ? null : 'not a device';
}

/** The same for a printer, which can also be on a serial port. */
export function printerFault(real: string, fd: number): string | null {
  const wrong = nodeFault(fd);
  if (wrong !== null) return wrong;
  return PRINTER.test(real) || real === NOTHING || isatty(fd) ? null : 'not a printer';
}

/**
 * Why a port opened by serialport is not a serial port; null when it is one. Windows has no file descriptor to check.
 */
export function openedFault({ port }: SerialPort): string | null {
  const fd = port !== undefined && 'fd' in port ? port.fd : undefined;
  return typeof fd === 'number' ? portFault(fd) : null;
}
