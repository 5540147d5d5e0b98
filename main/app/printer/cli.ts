/**
 * Printer commands: `npm run printer -- virtual | test | journal | decode`.
 *
 * Invalid arguments print one line and exit with code 2.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { openLog } from '../../lib/logging/log.ts';
import type { Result } from '../../lib/result.ts';
import { type Arguments, numberOption, readArguments, UsageError } from '../../lib/settings/arguments.ts';
import { PRINTER_HELP } from '../../lib/settings/command-help.ts';
import { helpText } from '../../lib/settings/program-help.ts';
import type { Printer } from '../../printing/contract/printing.ts';
import { createPrinter } from '../../printing/driver.ts';
import { EPSON, MODELS, type PrinterModel } from '../../printing/picture/decoder/models.ts';
import type { PrintedTicket } from '../../printing/picture/paper.ts';
import { decodeBytes } from '../../printing/picture/printed-ticket.ts';
import { parsePrinterUrl } from '../../printing/printer-url.ts';
import { createVirtualPrinter, type VirtualPrinter } from '../../virtual-printer/virtual-printer.ts';
import { programVersion } from '../version.ts';
import { runJournal } from './journal.ts';
import { runTest } from './test.ts';

/** Printer described by `--model` and `--dots`. */
function modelOption(args: Arguments): PrinterModel {
  const name = args.values.model ?? EPSON.name;
  const model = MODELS.find((candidate) => candidate.name === name);
  if (model === undefined) {
    throw new UsageError(`--model must be one of ${MODELS.map((candidate) => candidate.name).join(', ')}`);
  }
  return { ...model, dots: numberOption(args, 'dots', model.dots, 96, 2040) };
}

const DEFAULT_PORT = 9100;

function fileName(ticket: PrintedTicket): string {
  const time = new Date(systemClock.now()).toISOString().slice(0, 23).replaceAll(':', '-').replace('T', ' ');
  const number = ticket.bigText.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 24);
  return `${[time.replaceAll(' ', '_'), number].filter((part) => part !== '' && part !== '-').join('_')}.png`;
}

function startFault(error: unknown, port: number): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `port ${port} is in use, possibly by another virtual printer; choose another with --port`;
  return messageOf(error);
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function pressKey(printer: VirtualPrinter, key: string): Promise<void> {
  const { paper, coverOpen } = printer.condition;
  if (key === 'p') {
    if (paper === 'out') printer.loadPaper();
    else printer.outOfPaper();
  } else if (key === 'l') {
    if (paper === 'near-end') printer.loadPaper();
    else printer.paperLow();
  } else if (key === 'c') {
    if (coverOpen) printer.closeCover();
    else printer.openCover();
  } else if (key === 'o') {
    if (printer.powered) printer.powerOff();
    else await printer.powerOn();
  } else {
    return;
  }
  const cover = printer.condition.coverOpen ? 'open' : 'closed';
  note(`paper ${printer.condition.paper}, cover ${cover}, power ${printer.powered ? 'on' : 'off'}`);
}

/** Calls back for each key typed, or each piped character. Returns the stop function. */
function listenForKeys(onKey: (key: string) => void): () => void {
  const { stdin } = process;
  const listener = (text: string): void => {
    for (const key of text) onKey(key === '\u0003' ? 'q' : key);
  };
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.on('data', listener);
  return () => {
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.off('data', listener);
    stdin.pause();
    // A file or /dev/null as standard input keeps no process alive, and has no unref.
    if ('unref' in stdin) stdin.unref();
  };
}

/** Runs until a signal or the key q. Returns the exit code. */
async function runVirtual(args: readonly string[]): Promise<number> {
  const parsed = readArguments(
    args,
    {
      port: { type: 'string' },
      host: { type: 'string' },
      pty: { type: 'boolean' },
      out: { type: 'string' },
      dots: { type: 'string' },
      model: { type: 'string' },
      baud: { type: 'string' },
    },
    0,
  );
  const port = numberOption(parsed, 'port', DEFAULT_PORT, 0, 65_535);
  const baud = numberOption(parsed, 'baud', 0, 1, 4_000_000);
  const host = typeof parsed.values.host === 'string' ? parsed.values.host : '127.0.0.1';
  const out = resolve(String(parsed.values.out ?? join(tmpdir(), 'take-a-number-tickets')));
  const printer = createVirtualPrinter({ model: modelOption(parsed), ...(baud > 0 ? { baud } : {}) });

  let saving: Promise<void> = Promise.resolve();
  async function show(ticket: PrintedTicket): Promise<void> {
    process.stdout.write(`${ticket.toText()}\n`);
    const path = join(out, fileName(ticket));
    await writeFile(path, ticket.toPng());
    note(`saved ${path}`);
  }
  printer.onSlip((slip) => {
    if (slip.images.length + slip.qrCodes.length + slip.lines.length + slip.faults.length === 0) return;
    saving = saving.then(() => show(slip)).catch((error: Error) => note(`not saved: ${error.message}`));
  });

  const addresses: string[] = [];
  try {
    await mkdir(out, { recursive: true });
    addresses.push(`tcp://${host}:${await printer.listenTcp(port, host)}`);
    if (parsed.values.pty === true) addresses.push(`serial://${await printer.listenPty()}`);
  } catch (error) {
    await printer.close();
    throw new UsageError(startFault(error, port));
  }
  process.stdout.write(`ready ${addresses.join(' ')}\n`);
  note(`tickets are saved in ${out}; keys: p paper, l low, c cover, o power, q quit`);

  await new Promise<void>((end) => {
    const stopKeys = listenForKeys((key) => {
      if (key === 'q') stop();
      else void pressKey(printer, key);
    });
    const stop = (): void => {
      stopKeys();
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      end();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
  await printer.close();
  await saving;
  return 0;
}

/** Returns the exit code: 1 when the bytes have faults. */
async function runDecode(args: readonly string[]): Promise<number> {
  const parsed = readArguments(args, { model: { type: 'string' }, dots: { type: 'string' } }, 1);
  const [path] = parsed.positionals;
  if (path === undefined) throw new UsageError('decode needs a file name');
  const model = modelOption(parsed);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const tickets = decodeBytes(bytes, model);
  for (const ticket of tickets) process.stdout.write(`${ticket.toText()}\n`);
  return tickets.some((ticket) => ticket.faults.length > 0) ? 1 : 0;
}

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
