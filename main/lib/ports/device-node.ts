/**
 * Check that a path is a device file.
 *
 * Only those, and not what merely has a path. A link is followed to its end; what lies there is looked at before and
 * after it is opened, so that nobody can put something else in its place meanwhile.
 */
import { fstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isatty } from 'node:tty';
import type { SerialPort } from 'serialport';
import { fail, ok, type Result } from '../result.ts';

/** Printers of Linux and the BSDs, on USB and on a parallel port. */
const PRINTER = /^\/dev\/(?:usb\/)?(?:lp|usblp|u?lpt|unlpt|ulpt)\d+$/;

/** Where somebody may be sitting: consoles, and whatever terminal a process was started from. */
const CONSOLE = /^\/dev\/(?:tty\d*|console|ptmx|ttyprintk)$/;

/** Takes everything, and keeps nothing. */
const NOTHING = '/dev/null';

const WINDOWS_PORT = /^COM\d{1,3}$/i;

const NO_DEVICE = 'no such device';

/**
 * The path at which the device really is. The error is for the log. On Windows serial ports have names instead of
 * paths, and there is nothing else of that name.
 */
export async function findDevice(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<string, string>> {
  if (platform === 'win32') return WINDOWS_PORT.test(path) ? ok(path) : fail(`${path}: not a port such as COM3`);
  const real = await realpath(path).catch(() => null);
  if (real === null) return fail(`ENOENT: ${NO_DEVICE}: ${path}`);
  if (!real.startsWith('/dev/') || CONSOLE.test(real)) return fail(`${path}: not a printer or a port below /dev`);
  const found = await stat(real).catch(() => null);
  if (found === null) return fail(`ENOENT: ${NO_DEVICE}: ${path}`);
  return found.isCharacterDevice() ? ok(real) : fail(`${path}: not a device`);
}

/** What is wrong with what was opened there; null when it is a serial port. */
export function portFault(fd: number): string | null {
  return fstatSync(fd).isCharacterDevice() && isatty(fd) ? null : 'not a serial port';
}

/** What is wrong with what was opened there; null when it is a device of any kind that takes bytes and gives some. */
export function nodeFault(fd: number): string | null {
  return fstatSync(fd).isCharacterDevice() ? null : 'not a device';
}

/** The same for a printer, which may also hang on a line. */
export function printerFault(real: string, fd: number): string | null {
  const wrong = nodeFault(fd);
  if (wrong !== null) return wrong;
  return PRINTER.test(real) || real === NOTHING || isatty(fd) ? null : 'not a printer';
}

/** What is wrong with what serialport has opened; null when it is a serial port. Windows shows no number to ask with. */
export function openedFault({ port }: SerialPort): string | null {
  const fd = port !== undefined && 'fd' in port ? port.fd : undefined;
  return typeof fd === 'number' ? portFault(fd) : null;
}
