/**
 * Printer commands: `npm run printer -- virtual | test | journal | decode`.
 *
 * Invalid arguments print one line and exit with code 2.
 */
import { systemClock } from '../../lib/context.ts';
import { openLog } from '../../lib/logging/log.ts';
import type { Result } from '../../lib/result.ts';
import { UsageError } from '../../lib/settings/arguments.ts';
import { PRINTER_HELP } from '../../lib/settings/command-help.ts';
import { helpText } from '../../lib/settings/program-help.ts';
import type { Printer } from '../../printing/contract/printing.ts';
import { createPrinter } from '../../printing/driver.ts';
import { parsePrinterUrl } from '../../printing/printer-url.ts';
import { programVersion } from '../version.ts';
import { runDecode } from './decode.ts';
import { runJournal } from './journal.ts';
import { runTest } from './test.ts';
import { runVirtual } from './virtual.ts';

type Command = (args: readonly string[]) => Promise<number>;

/** Without a journal: a test ticket needs no recovery. The result is printed, not logged. */
function openPrinter(text: string): Result<Printer, string> {
  const url = parsePrinterUrl(text);
  if (!url.ok) return url;
  return {
    ok: true,
    value: createPrinter(url.value, { log: openLog({ level: 'error' }), clock: systemClock, journalDir: null }),
  };
}

const COMMANDS: Readonly<Record<string, Command>> = {
  virtual: runVirtual,
  decode: runDecode,
  test: (args) => runTest(args, openPrinter),
  journal: runJournal,
};

async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText(PRINTER_HELP, programVersion()));
    return name === undefined ? 2 : 0;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${programVersion()}\n`);
    return 0;
  }
  const command = COMMANDS[name];
  if (command === undefined)
    throw new UsageError(`unknown command "${name}" (available: ${Object.keys(COMMANDS).join(', ')}); see --help`);
  return command(rest);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`printer: ${error.message}\n`);
  process.exitCode = 2;
}
