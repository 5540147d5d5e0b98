/** Command `printer virtual`: runs a virtual printer. */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { numberOption, readArguments, UsageError } from '../../lib/settings/arguments.ts';
import type { PrintedTicket } from '../../printing/picture/paper.ts';
import { createVirtualPrinter, type VirtualPrinter } from '../../virtual-printer/virtual-printer.ts';
import { modelOption } from './model-option.ts';

const DEFAULT_PORT = 9100;

function fileName(ticket: PrintedTicket): string {
  const time = new Date(systemClock.now()).toISOString().slice(0, 23).replaceAll(':', '-').replace('T', ' ');
  const number = ticket.bigText.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 24);
  return `${[time.replaceAll(' ', '_'), number].filter((part) => part !== '' && part !== '-').join('_')}.png`;
}

function startFault(error: unknown, port: number): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `port ${port} is in use, perhaps by another virtual printer; choose another with --port`;
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
export async function runVirtual(args: readonly string[]): Promise<number> {
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
