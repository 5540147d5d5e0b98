/** Thread that writes one report as a file and ends. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument, ReportFormat } from '../../reports/contract/report-document.ts';

export interface ReportFileTask {
  readonly document: ReportDocument;
  readonly format: ReportFormat;
}

/**
 * Below the thread that serves visitors: on a machine with one core a file takes longer, and a ticket does not.
 * A lower one still would wait for minutes beside other programs.
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
  // Linux alone gives threads priorities of their own; elsewhere it would be the priority of the whole program.
  if (process.platform === 'linux') setPriority(PRIORITY);
  const content = Uint8Array.from(await write(task));
  parentPort?.postMessage(content, [content.buffer]);
}

void work(workerData as ReportFileTask);
