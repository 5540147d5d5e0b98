/** Exclusive connection to a reader's Linux input device. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { constants as system } from 'node:os';
import { libc } from '../../../lib/libc.ts';
import { withAdvice } from '../../../lib/ports/permission.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import type { Dial } from '../reconnecting-device.ts';
import { findInput, INPUT_FOLDERS, type InputFolders, type InputPlace } from './find-input.ts';
import { keyLayout, type LayoutName } from './key-layouts.ts';
import { createRecords, createTypedText, isDropped, RECORD_BYTES } from './typed-text.ts';

/** Exclusive grab of an input device. Its input reaches neither the page nor a console or other program. */

/** `_IOW('E', 0x90, int)` of linux/input.h. */
const EVIOCGRAB = 0x40044590;

type Ioctl = (fd: number, request: number, type: 'int', value: number) => number;

let ioctl: Ioctl | null = null;

/** The kernel releases the device on close. The error is for the log. */
export function grabInput(fd: number): Result<void, string> {
  ioctl ??= libc().func('int ioctl(int fd, unsigned long request, ...)') as unknown as Ioctl;
  if (ioctl(fd, EVIOCGRAB, 'int', 1) === 0) return ok(undefined);
  const errno = libc().errno();
  if (errno === system.errno.EBUSY) {
    return fail('EBUSY: another program uses this reader; stop that program, or use another reader');
  }
  if (errno === system.errno.ENODEV) return fail('ENODEV: unplugged');
  return fail('not an input device; use evdev:///dev/input/event… or the ids that "lsusb" shows');
}

/** System functions for a reader; replaced in tests without input devices. */
export interface InputSystem {
  readonly platform: NodeJS.Platform;
  readonly folders: InputFolders;
  readonly grab: (fd: number) => Result<void, string>;
}

export const INPUT_SYSTEM: InputSystem = { platform: process.platform, folders: INPUT_FOLDERS, grab: grabInput };

export interface InputListener {
  bytes(bytes: Uint8Array): void;
  refused(reason: string): void;
}

/** Polled: the kernel buffers at least 64 records. A key has six, and a fast reader takes 2 ms per key. */
const READ_EVERY_MS = 10;
const READ_BYTES = RECORD_BYTES * 128;
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
const ELSEWHERE = 'evdev: works on Linux only; use wedge:, or the serial port of the reader';

export function inputDial(
  place: InputPlace,
  layout: LayoutName,
  heard: InputListener,
  system: InputSystem = INPUT_SYSTEM,
): Dial {
  return async (session) => {
    if (system.platform !== 'linux') return fail(ELSEWHERE);
    const found = await findInput(place, system.folders);
    if (!found.ok) return found;
    const path = found.value;
    const opened = openDevice(path);
    if (!opened.ok) return fail(await withAdvice(opened.error, path));
    const fd = opened.value;
    const grabbed = system.grab(fd);
    if (!grabbed.ok) {
      closeSync(fd);
      return fail(`${path}: ${grabbed.error}`);
    }
    const stop = readKeys(fd, layout, heard, (reason) => session.lost(reason));
    const here = fstatSync(fd).ino;
    return ok({
      isThere: async () => inodeAt(path) === here,
      async close() {
        stop();
        closeSync(fd);
      },
    });
  };
}

function openDevice(path: string): Result<number, string> {
  try {
    return ok(openSync(path, FLAGS));
  } catch (error) {
    return fail((error as Error).message);
  }
}

function inodeAt(path: string): number | null {
  try {
    return statSync(path).ino;
  } catch {
    return null;
  }
}

function readKeys(fd: number, layout: LayoutName, heard: InputListener, onLost: (reason: string) => void): () => void {
  const typed = createTypedText(keyLayout(layout));
  const records = createRecords();
  const buffer = new Uint8Array(READ_BYTES);
  let skipping = false;

  function take(bytes: Uint8Array): void {
    let text = '';
    for (const event of records(bytes)) {
      if (isDropped(event)) {
        // The text so far lacks its end, and the text up to the next end lacks its start.
        typed.reset();
        text = '';
        skipping = true;
        heard.refused('incomplete');
        continue;
      }
      const character = typed.take(event);
      if (!skipping) text += character;
      else if (character === '\r') skipping = false;
    }
    if (text !== '') heard.bytes(new TextEncoder().encode(text));
  }

  function lost(reason: string): void {
    clearInterval(timer);
    onLost(reason);
  }

  function read(): void {
    try {
      for (;;) {
        const count = readSync(fd, buffer, 0, READ_BYTES, null);
        // A present device without data gives EAGAIN; an end of file means that it was unplugged.
        if (count === 0) {
          lost('unplugged');
          return;
        }
        take(buffer.subarray(0, count));
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN' || code === 'EINTR') return;
      lost(code === 'ENODEV' ? 'unplugged' : message);
    }
  }

  const timer = setInterval(read, READ_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
