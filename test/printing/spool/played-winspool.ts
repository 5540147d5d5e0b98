/**
 * The functions of winspool.drv as Microsoft documents them: partial writes, jobs that leave the list when they are
 * printed, a job's fault in the job's status.
 */
import { ok } from '../../../main/lib/result.ts';
import { windowsSpooler } from '../../../main/printing/spool/windows-spooler.ts';
import type { Winspool } from '../../../main/printing/spool/winspool.ts';
import { type PlayedJob, PlayedQueue, type PlayedSystem } from './played-queue.ts';

const MAX_AT_ONCE = 700;
const HANDLE = 42;

interface Document {
  readonly id: number;
  readonly title: string;
  readonly bytes: Buffer[];
  isDeleted: boolean;
}

export interface PlayedWinspool extends PlayedSystem {
  /** Handles that are not closed yet. */
  openHandles(): number;
  /** The next WritePrinter fails. */
  failWrite(): void;
  /** From now on OpenPrinter does not come back, until the spooler is restarted. */
  hang(): void;
  restart(): void;
  /** Calls of OpenPrinter that have not come back: each holds a thread of the program. */
  hanging(): number;
}

function jobStatus(queue: PlayedQueue, job: PlayedJob): number | null {
  queue.work(job);
  switch (job.state) {
    case 'waiting':
      return queue.isPaused ? 0x01 : 0;
    case 'printing':
      return 0x10 | (queue.isOutOfPaper ? 0x40 : 0) | (queue.isCoverOpen ? 0x400 : 0);
    case 'aborted':
      return 0x04;
    case 'canceled':
      return job.hasBegun ? 0x04 | 0x10 : null;
    case 'done':
      return null;
  }
}

export function playedWinspool(): PlayedWinspool {
  const queue = new PlayedQueue();
  let open = 0;
  let isGone = false;
  let failsWrite = false;
  let hangs = false;
  const kept: (() => void)[] = [];
  let document: Document | null = null;
  let nextId = 1;
  /** Ids of the system are those of StartDocPrinter. */
  const ids = new Map<number, PlayedJob>();
  const never = <T>(): Promise<T> => new Promise(() => {});

  const library: Winspool = {
    async openPrinter(name) {
      if (hangs) await new Promise<void>((resolve) => kept.push(resolve));
      if (isGone || name !== 'Tickets') return null;
      open += 1;
      return HANDLE;
    },
    async closePrinter() {
      open -= 1;
      return true;
    },
    async startDocPrinter(_handle, title, dataType) {
      if (queue.mood === 'refuses' || dataType !== 'RAW') return 0;
      document = { id: nextId++, title, bytes: [], isDeleted: false };
      return document.id;
    },
    startPagePrinter: async () => document !== null,
    async writePrinter(_handle, bytes) {
      if (failsWrite || document === null) return null;
      const taken = Math.min(bytes.length, MAX_AT_ONCE);
      document.bytes.push(Buffer.from(bytes.subarray(0, taken)));
      return taken;
    },
    endPagePrinter: async () => document !== null,
    async endDocPrinter() {
      if (document === null) return false;
      const { id, title, bytes, isDeleted } = document;
      document = null;
      if (!isDeleted) ids.set(id, queue.take(title, Buffer.concat(bytes)));
      return queue.mood === 'swallows' ? never() : true;
    },
    async jobStatus(_handle, id) {
      const job = ids.get(id);
      return job === undefined ? null : jobStatus(queue, job);
    },
    async printerStatus() {
      return queue.isPaused ? 0x01 : 0;
    },
    async jobs() {
      const waiting = queue.open();
      return { count: waiting.length, oldestMs: Math.min(...waiting.map(({ createdS }) => createdS * 1000)) };
    },
    async deleteJob(_handle, id) {
      if (document?.id === id) {
        document.isDeleted = true;
        return true;
      }
      const job = ids.get(id);
      return job !== undefined && queue.cancel(job.id);
    },
  };
  return {
    queue,
    spooler: windowsSpooler('Tickets', {
      library: ok(library),
      nowMs: () => queue.nowS * 1000,
      callMs: 100,
      submitMs: 500,
    }),
    async stop() {
      isGone = true;
    },
    openHandles: () => open,
    failWrite() {
      failsWrite = true;
    },
    hang() {
      hangs = true;
    },
    restart() {
      hangs = false;
      for (const release of kept.splice(0)) release();
    },
    hanging: () => kept.length,
  };
}
