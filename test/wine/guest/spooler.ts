/** Runs in Wine: the Windows spooler, and a ticket printer behind it. */
import { systemClock } from '../../../main/lib/context.ts';
import { ok } from '../../../main/lib/result.ts';
import type { PaperTicket } from '../../../main/printing/contract/printing.ts';
import { createPrinter } from '../../../main/printing/driver.ts';
import { parsePrinterUrl } from '../../../main/printing/printer-url.ts';
import { windowsSpooler } from '../../../main/printing/spool/windows-spooler.ts';
import { loadWinspool } from '../../../main/printing/spool/winspool.ts';
import { answerQuestions } from './answers.ts';

const [queue = '', journalDir = ''] = process.argv.slice(2);
const NO_JOBS = { count: 0, oldestMs: Number.POSITIVE_INFINITY };

/** As it is bound, but that Wine 8 lists no jobs. */
function spooler(name: string) {
  const library = loadWinspool();
  if (!library.ok) return windowsSpooler(name, { library });
  const { jobs, ...rest } = library.value;
  return windowsSpooler(name, { library: ok({ ...rest, jobs: async (handle) => (await jobs(handle)) ?? NO_JOBS }) });
}

const open = spooler(queue);
const second = spooler('Absent');
const address = parsePrinterUrl(`spool:${queue}`);
if (!address.ok) throw new Error(address.error);
const note = (event: string, data?: unknown): void => void process.stdout.write(`${JSON.stringify({ event, data })}\n`);
const printer = createPrinter(address.value, {
  log: { info: note, warn: note, error: note },
  clock: systemClock,
  journalDir,
  spooler: () => open,
});

answerQuestions({
  look: () => open.look(),
  submit: (base64) => open.submit(Buffer.from(String(base64), 'base64')),
  job: (id) => open.job(String(id)),
  absent: async () => [await second.look(), await second.submit(new Uint8Array(1))],
  print: (ticket) => printer.print(ticket as PaperTicket),
  close: async () => printer.close(),
});
