/** Free disk space in the kiosk's data folder, checked at intervals. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Clock } from '../../lib/context.ts';

export interface FreeDisk {
  /** Megabytes; 0 while unknown. Rounded to steps, so that a small file is no change. */
  freeMb(): number;
  /** A write has failed: check now. */
  lookNow(): void;
  close(): void;
}

const EVERY_MS = 300_000;
const SOON_MS = 10_000;
const MB = 1_000_000;
/** Ample space needs no exact value. */
const STEPS: readonly number[] = [10, 100, 1_000];

/** Free blocks, and bytes of each. Rejects where unknown. */
type MeasureSpace = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** A disk that became read-only has no free space for the kiosk. */
async function writableSpace(folder: string): ReturnType<MeasureSpace> {
  const [space, fault] = await Promise.all([
    statfs(folder),
    access(folder, constants.W_OK).then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    ),
  ]);
  return { bsize: space.bsize, bavail: fault === 'EROFS' ? 0 : space.bavail };
}

export function watchDisk(
  folder: string | null,
  clock: Clock,
  onChange: () => void,
  measure: MeasureSpace = writableSpace,
): FreeDisk {
  let free = 0;
  let closed = false;
  let cancel = (): void => {};

  async function look(): Promise<void> {
    if (folder === null) return;
    const now = await measure(folder).then(
      ({ bavail, bsize }) => inSteps((bavail * bsize) / MB),
      () => null,
    );
    if (closed) return;
    cancel();
    // The folder possibly does not exist yet.
    cancel = clock.after(now === null ? SOON_MS : EVERY_MS, () => void look());
    if (now === null || now === free) return;
    free = now;
    onChange();
  }

  void look();
  return {
    freeMb: () => free,
    lookNow() {
      void look();
    },
    close() {
      closed = true;
      cancel();
    },
  };
}

/** Rounded down, but never to 0, which means unknown. */
function inSteps(mb: number): number {
  const step = STEPS.find((each) => mb < each * 100) ?? STEPS.at(-1) ?? 1;
  return Math.max(1, Math.floor(mb / step) * step);
}
