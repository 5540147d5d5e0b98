import { systemClock } from '../../../context.ts';
import type { PaperTicket, Printer, PrinterFacts, PrintFault } from '../../../contract/printing.ts';
import type { Result } from '../../../contract/result.ts';
import { readArguments, UsageError } from './arguments.ts';

export const TEST_HELP = `npm run printer -- test --printer URL
  Prints one ticket, as the kiosk would, and says how sure it is that it is on paper. Exit code 1 when it is not.`;

/** The driver behind a printer URL; its error is one line that says what is wrong with the URL. */
export type OpenPrinter = (url: string) => Promise<Result<Printer, string>> | Result<Printer, string>;

/** Letters beyond ASCII on purpose: they are what goes wrong on real printers. */
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
    waitText: 'when these lines are complete',
    dateText: `${new Date(systemClock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    extraText: '',
    footerText: 'and the code above can be read',
    qr: { content: 'take-a-number:test:A043', caption: 'take-a-number:test:A043' },
    layout: [],
    copyText: '',
  };
}

function describe(fault: PrintFault): string {
  const doubt = fault.doubtful ? '; it may be on paper all the same' : '';
  return `not printed: ${fault.reason}${doubt} (${fault.detail})`;
}

function describeFacts({ maker, model, dots, confirms }: PrinterFacts): string {
  const name = [maker, model].filter((text) => text !== '').join(' ');
  return `${name === '' ? 'a printer that does not say what it is' : name}, ${dots} dots, can confirm by: ${confirms ?? 'nothing'}`;
}

/** Answers the exit code. */
export async function runTest(args: readonly string[], openPrinter: OpenPrinter): Promise<number> {
  const { values } = readArguments(args, { printer: { type: 'string' } }, 0);
  if (typeof values.printer !== 'string') throw new UsageError('test needs --printer URL');
  const opened = await openPrinter(values.printer);
  if (!opened.ok) throw new UsageError(opened.error);
  const printer = opened.value;
  try {
    const outcome = await printer.print(testTicket());
    const facts = printer.facts();
    if (facts !== null) process.stdout.write(`${describeFacts(facts)}\n`);
    process.stdout.write(
      outcome.ok ? `printed, confirmed by: ${outcome.value.confirmed}\n` : `${describe(outcome.error)}\n`,
    );
    return outcome.ok ? 0 : 1;
  } finally {
    await printer.close();
  }
}
