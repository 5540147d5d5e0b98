/**
 * Log output that drops lines which cannot be written, and counts them.
 *
 * A full disk under a redirected standard error must neither end the program nor fill its memory.
 */
import { writeSync } from 'node:fs';

const RETRY_MS = 10;
/** How long one line may wait for a reader that is behind; zero while lines are being dropped. */
const MAX_WAIT_MS = 500;

const pause = new Int32Array(new SharedArrayBuffer(4));

export interface LossyOutput {
  write(line: string): void;
}

/**
 * @param put writes some bytes and returns how many it took, as `fs.writeSync`
 * @param report makes the line that says how many lines were lost
 */
export function lossyOutput(put: (bytes: Uint8Array) => number, report: (dropped: number) => string): LossyOutput {
  let dropped = 0;
  /** The last write ended within a line. */
  let isTorn = false;

  function writeAll(text: string): boolean {
    let bytes: Uint8Array = Buffer.from(text);
    const whole = bytes.length;
    let leftMs = dropped > 0 ? 0 : MAX_WAIT_MS;
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(put(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && leftMs > 0) {
          Atomics.wait(pause, 0, 0, RETRY_MS);
          leftMs -= RETRY_MS;
          continue;
        }
        isTorn ||= bytes.length < whole;
        return false;
      }
    }
    isTorn = false;
    return true;
  }

  return {
    write(line) {
      const before = `${isTorn ? '\n' : ''}${dropped > 0 ? report(dropped) : ''}`;
      if (before !== '' && !writeAll(before)) {
        dropped += 1;
        return;
      }
      if (before !== '') dropped = 0;
      if (!writeAll(line)) dropped += 1;
    },
  };
}

/** @param fd an open file descriptor, such as 2 */
export const writeTo =
  (fd: number) =>
  (bytes: Uint8Array): number =>
    writeSync(fd, bytes);
