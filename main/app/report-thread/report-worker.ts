/** Thread that writes one report as a file and ends. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument, ReportFormat } from '../../reports/contract/report-document.ts';

export interface ReportFileTask {
  readonly document: ReportDocument;
  readonly format: ReportFormat;
}

/**
 * Lower priority than the main thread: on one core a file takes longer, but tickets do not. A lower priority still
 * could block a file for minutes on a busy machine.
 */
const PRIORITY = 5;

async function write({ document, format }: ReportFileTask): Promise<Uint8Array> {
  if (format === 'xlsx') {
    const { writeSpreadsheet } = await import('../../reports/service/spreadsheet.ts');
    return writeSpreadsheet(document);
  }
  const { drawReport } = await import('../../reports/pdf/draw-report.ts');
  return drawReport(document);
}

async function work(task: ReportFileTask): Promise<void> {
  // Only Linux has priorities per thread; other systems would change the whole program.
  if (process.platform === 'linux') setPriority(PRIORITY);
  const content = Uint8Array.from(await write(task));
  parentPort?.postMessage(content, [content.buffer]);
}

void work(workerData as ReportFileTask);
