/** Work of the disk that must not keep a visitor waiting. A disk knows only the time of this machine, whatever clock its owner goes by. */
import { systemClock } from '../context.ts';

/** Counted in short stretches: while this process is busy with something else, a disk cannot say that it is done. */
const STRETCH_MS = 100;

export interface Timeout {
  readonly ms: number;
  readonly onFailure: (error: unknown) => void;
}

/** Resolves when the work is done, and at the latest when the disk has had its time; what fails is told. */
export function inTime(work: Promise<unknown>, { ms, onFailure }: Timeout): Promise<void> {
  return new Promise((resolve) => {
    let left = ms;
    let cancel = (): void => {};
    const wait = (): void => {
      cancel = systemClock.after(STRETCH_MS, () => {
        left -= STRETCH_MS;
        if (left > 0) return wait();
        onFailure(new Error(`the disk takes longer than ${ms} ms`));
        resolve();
      });
    };
    wait();
    void work.catch(onFailure).then(() => {
      cancel();
      resolve();
    });
  });
}
