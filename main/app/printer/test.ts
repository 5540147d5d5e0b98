/** Command `printer test`: checks a printer and prints a test page. */
import { systemClock } from '../../lib/context.ts';
import { isForbidden } from '../../lib/ports/permission.ts';
import type { Result } from '../../lib/result.ts';
import { readArguments, UsageError } from '../../lib/settings/arguments.ts';
import type {
  Confirmation,
  PaperTicket,
  Printer,
  PrinterFacts,
  PrintFault,
  PrintFaultReason,
} from '../../printing/contract/printing.ts';

/** The driver behind a printer URL; its error is one line about the URL. */
export type OpenPrinter = (url: string) => Promise<Result<Printer, string>> | Result<Printer, string>;

/** A printer identifies itself within this time, or not at all. */
const INTRODUCTION_MS = 2000;
const LOOK_MS = 50;
const STAY_MS = 60_000;

/** Non-ASCII characters on purpose: they fail most often on real printers. */
function testTicket(): PaperTicket {
  return {
    ticketId: 'test',
    lang: 'en',
    dir: 'ltr',
    siteName: 'Take a Number',
    logo: null,
    serviceName: 'Test · Teste · Größe · Łódź · Проверка',
    number: 'A043',
    priorityText: '',
    peopleText: 'This printer works',
    waitText: 'if these lines are complete',
    dateText: `${new Date(systemClock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    extraText: '',
    footerText: 'and the code above can be scanned',
    qr: { content: 'take-a-number:test:A043', caption: 'take-a-number:test:A043' },
    layout: [],
    copyText: '',
  };
}

function describePrinted(by: Confirmation): string {
  return by === 'none'
    ? 'sent, without print confirmation: check whether the ticket is on paper'
    : `printed (confirmation: ${by})`;
}

/** Instructions for the person at the printer. */
const WHAT_TO_DO: Readonly<Record<PrintFaultReason, string>> = {
  'no-paper': 'insert a paper roll',
  'cover-open': 'close the cover',
  cutter: 'clear the cutter, then close the cover',
  fault: 'check its indicator lights, then switch it off and on again',
  absent: 'check that it is switched on and connected, and that the address is correct',
  timeout: 'it accepts no data: check that it is online, and that the baud rate is correct',
  unconfirmed: 'check that it is still switched on. If it is, add confirm=none to its address, and check the paper',
};

function describe({ reason, detail, doubtful }: PrintFault): string {
  const doubt = doubtful ? '; the ticket is possibly on paper' : '';
  // The detail of a forbidden access already names the command to type.
  const isRefused = reason === 'absent' && isForbidden(detail);
  return `not printed: ${reason}${doubt} (${detail})${isRefused ? '' : `\n${WHAT_TO_DO[reason]}`}`;
}

/** Confirmation methods of docs/explanation/print-confirmation.md, with their meaning. */
const WAYS: Readonly<Record<Confirmation, string>> = {
  'process-id': 'process-id (it returns an id after each part of a ticket: certain)',
  status: 'status (it answers a status query after each ticket: certain)',
  'no-fault': 'no-fault (it reports no fault after the time that a ticket takes: likely)',
  none: 'none (it has never responded: check whether the ticket is on paper)',
};

function describeFacts({ maker, model, dots, confirms }: PrinterFacts): string {
  const name = [maker, model].filter((text) => text !== '').join(' ');
  return `${name === '' ? 'unknown printer model' : name}, ${dots} dots, confirmation: ${WAYS[confirms ?? 'none']}`;
}

/** Asks the printer for its model after the test, when it is idle. */
async function introduced(printer: Printer): Promise<PrinterFacts | null> {
  const end = performance.now() + INTRODUCTION_MS;
  for (;;) {
    const facts = printer.facts();
    if (facts === null || facts.confirms === null || facts.model !== '' || performance.now() >= end) return facts;
    await new Promise<void>((resolve) => void systemClock.after(LOOK_MS, resolve));
  }
}

/** Returns the exit code. */
export async function runTest(args: readonly string[], openPrinter: OpenPrinter): Promise<number> {
  const { values } = readArguments(args, { printer: { type: 'string' } }, 0);
  if (typeof values.printer !== 'string') throw new UsageError('test needs --printer URL');
  const opened = await openPrinter(values.printer);
  if (!opened.ok) throw new UsageError(opened.error);
  const printer = opened.value;
  // A printer on a device file, or a wait, keeps no process alive.
  const stay = setInterval(() => {}, STAY_MS);
  try {
    const outcome = await printer.print(testTicket());
    const facts = await introduced(printer);
    // A stopped or unreachable printer was not asked for its model or confirmation methods.
    if (facts !== null && (outcome.ok || facts.model !== '')) process.stdout.write(`${describeFacts(facts)}\n`);
    process.stdout.write(`${outcome.ok ? describePrinted(outcome.value.confirmed) : describe(outcome.error)}\n`);
    return outcome.ok ? 0 : 1;
  } finally {
    await printer.close();
    clearInterval(stay);
  }
}
