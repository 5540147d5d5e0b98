/**
 * Pseudo terminal that simulates a serial device. Linux only.
 *
 * The other side opens `path` like a serial device. Used by the virtual printer, and by tests of card readers behind a
 * real serial port. A slave handle stays open on this side, so that the device exists before and after the other side
 * opens it. `close()` simulates pulling the cable: the other side gets a hang-up.
 */
import { closeSync, constants, openSync, write } from 'node:fs';
import { ReadStream } from 'node:tty';
import { libc } from '../libc.ts';

export interface Pty {
  readonly path: string;
  /** Writes keep their order, even if the caller does not await them. */
  write(bytes: Uint8Array): Promise<void>;
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Stops reading: the other side's data fills the kernel's buffer until it blocks. */
  pause(): void;
  resume(): void;
  close(): void;
}

const RETRY_MS = 5;
/** `TCSANOW`; the size of `struct termios` in the C libraries of Linux is at most 60 bytes. */
const TCSANOW = 0;
const TERMIOS_BYTES = 64;
/** `O_CLOEXEC` of Linux, which Node does not export: a child process must not keep the device open. */
const O_CLOEXEC = 0o2000000;

interface PtyCalls {
  posix_openpt(flags: number): number;
  grantpt(fd: number): number;
  unlockpt(fd: number): number;
  ptsname_r(fd: number, name: Uint8Array, length: number): number;
  tcgetattr(fd: number, termios: Uint8Array): number;
  cfmakeraw(termios: Uint8Array): void;
  tcsetattr(fd: number, when: number, termios: Uint8Array): number;
}

let loaded: PtyCalls | null = null;

function loadCalls(): PtyCalls {
  if (loaded !== null) return loaded;
  const { func } = libc();
  loaded = {
    posix_openpt: func('int posix_openpt(int flags)'),
    grantpt: func('int grantpt(int fd)'),
    unlockpt: func('int unlockpt(int fd)'),
    ptsname_r: func('int ptsname_r(int fd, _Out_ uint8_t *name, size_t length)'),
    tcgetattr: func('int tcgetattr(int fd, _Out_ uint8_t *termios)'),
    cfmakeraw: func('void cfmakeraw(_Inout_ uint8_t *termios)'),
    tcsetattr: func('int tcsetattr(int fd, int when, uint8_t *termios)'),
  };
  return loaded;
}

function check(result: number, what: string): number {
  if (result < 0) throw new Error(`no pseudo terminal is available: ${what} failed`);
  return result;
}

function slavePath(calls: PtyCalls, master: number): string {
  const name = new Uint8Array(256);
  check(calls.ptsname_r(master, name, name.length) === 0 ? 0 : -1, 'ptsname_r');
  return Buffer.from(name.subarray(0, name.indexOf(0))).toString('utf8');
}

/** Raw mode: bytes pass unchanged, without echo or line editing. */
function makeRaw(calls: PtyCalls, fd: number): void {
  const termios = new Uint8Array(TERMIOS_BYTES);
  check(calls.tcgetattr(fd, termios), 'tcgetattr');
  calls.cfmakeraw(termios);
  check(calls.tcsetattr(fd, TCSANOW, termios), 'tcsetattr');
}

export function openPty(platform: NodeJS.Platform = process.platform): Pty {
  if (platform !== 'linux') throw new Error('pseudo terminals are available on Linux only; use a network port instead');
  const pty = loadCalls();
  const master = check(pty.posix_openpt(constants.O_RDWR | constants.O_NOCTTY | O_CLOEXEC), 'posix_openpt');
  check(pty.grantpt(master), 'grantpt');
  check(pty.unlockpt(master), 'unlockpt');
  const path = slavePath(pty, master);
  const slave = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  makeRaw(pty, slave);

  const stream = new ReadStream(master);
  let open = true;
  stream.on('error', () => {
    // A hang-up of the other side causes EIO here; it is not a device fault.
  });

  const writeSome = (bytes: Uint8Array, offset: number): Promise<number> =>
    new Promise((resolve, reject) => {
      write(master, bytes, offset, bytes.length - offset, null, (error, written) => {
        if (error === null) resolve(written);
        else if (error.code === 'EAGAIN') setTimeout(() => resolve(0), RETRY_MS);
        else reject(error);
      });
    });

  async function writeAll(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length && open; ) offset += await writeSome(bytes, offset);
  }
  let lastWrite: Promise<void> = Promise.resolve();

  return {
    path,
    write(bytes) {
      // Sequential, because Node's writes run in several threads without order.
      const written = lastWrite.then(() => writeAll(bytes));
      lastWrite = written.catch(() => {});
      return written;
    },
    onData(listener) {
      stream.on('data', (chunk: Buffer) => listener(new Uint8Array(chunk)));
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    close() {
      if (!open) return;
      open = false;
      stream.destroy();
      closeSync(slave);
    },
  };
}
