/** Worker threads that write report files without delaying requests. */
import { Worker } from 'node:worker_threads';
import { createGate, inTurn } from '../../database/concurrency-limiter.ts';
import { StoreBusy } from '../../database/store-errors.ts';
import type { ReportDocument, ReportFormat } from '../../reports/contract/report-document.ts';
import type { ReportTurns, WriteReport } from '../../reports/service/report-file.ts';
import type { ReportFileTask } from './report-worker.ts';

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './report-worker.ts' : './report-worker.cjs',
  import.meta.url,
);

/** Many times what the longest report takes on a slow machine. */
const DEADLINE_MS = 180_000;

const TOO_BUSY =
  'This server is too busy to write the report now. Try again later, or request fewer days or locations.';

/** Heap limit of the thread. Without it, V8 keeps more garbage than a small machine has memory for. */
const MEMORY = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 } as const;

/** Rejects with the signal's reason on abort, or with `StoreBusy` after the deadline; both end the thread. */
export async function writeInThread(
  document: ReportDocument,
  format: ReportFormat,
  signal: AbortSignal,
  deadlineMs = DEADLINE_MS,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const task: ReportFileTask = { document, format };
  const thread = new Worker(workerFile, {
    workerData: task,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: MEMORY,
    name: 'report-file',
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const deadline = setTimeout(() => reject(new StoreBusy(TOO_BUSY)), deadlineMs);
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The report thread exited before the report was written.')));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

const MAX_WAITING = 8;

/** Limits per caller: one report runs, one waits. */
const OF_CALLER = { inside: 1, waiting: 1 } as const;

const MAX_WAIT_MS = 120_000;

/** One thread in the whole program: each demo of the public demo has its separate queue. */
const threads = createGate({ most: 1, mostWaiting: MAX_WAITING, waitMs: MAX_WAIT_MS });

/**
 * Writes spreadsheets in a thread. In Electron, PDFs are written in the main thread in slices, because native code in a
 * thread inside the archive is not verified.
 */
export const writeReport: WriteReport = async (document, format, signal) => {
  if (format === 'xlsx' || process.versions.electron === undefined) {
    return inTurn(threads, { signal }, () => writeInThread(document, format, signal));
  }
  const { drawReport } = await import('../../reports/pdf/draw-report.ts');
  return drawReport(document, signal);
};

/** Queue for report files, including those for mail: one file at a time in the whole server. */
export function createReportTurns(): ReportTurns {
  const gate = createGate({ most: 1, mostWaiting: MAX_WAITING, waitMs: MAX_WAIT_MS, ofCaller: OF_CALLER });
  return (coming, work) => inTurn(gate, coming, work);
}
