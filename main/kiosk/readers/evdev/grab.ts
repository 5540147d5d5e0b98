/**
 * Exclusive grab of an input device.
 *
 * Its input reaches neither the page nor a console or other program.
 */
import { constants } from 'node:os';
import { libc } from '../../../lib/libc.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';

/** `_IOW('E', 0x90, int)` of linux/input.h. */
const EVIOCGRAB = 0x40044590;

type Ioctl = (fd: number, request: number, type: 'int', value: number) => number;

let ioctl: Ioctl | null = null;

/** The kernel releases the device on close. The error is for the log. */
export function grabInput(fd: number): Result<void, string> {
  ioctl ??= libc().func('int ioctl(int fd, unsigned long request, ...)') as unknown as Ioctl;
  if (ioctl(fd, EVIOCGRAB, 'int', 1) === 0) return ok(undefined);
  const errno = libc().errno();
  if (errno === constants.errno.EBUSY) {
    return fail('EBUSY: another program has taken this reader; end it, or name another reader');
  }
  if (errno === constants.errno.ENODEV) return fail('ENODEV: unplugged');
  return fail('this is no input device; write evdev:///dev/input/event… or the numbers that "lsusb" shows');
}
