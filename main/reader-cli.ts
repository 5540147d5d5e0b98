/**
 * Entry: `npm run reader`. Shows what a card reader sends, without card numbers.
 *
 * Exit code 2 for an invalid command line.
 */
import './lib/settings/utc.ts';
import { programVersion } from './app/version.ts';
import { tryReader } from './kiosk/readers/test-reader.ts';
import { systemClock } from './lib/context.ts';
import { numberOption, readArguments, UsageError } from './lib/settings/arguments.ts';
import { READER_HELP } from './lib/settings/command-help.ts';
import { helpText } from './lib/settings/program-help.ts';

const MAX_CARDS = 1_000_000;

async function run(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText(READER_HELP, programVersion()));
    return name === undefined ? 2 : 0;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${programVersion()}\n`);
    return 0;
  }
  if (name !== 'test') throw new UsageError(`unknown command "${name}" (available: test); see --help`);
  const read = readArguments(
    rest,
    { reader: { type: 'string' }, cards: { type: 'string' }, show: { type: 'boolean' } },
    0,
  );
  const { reader, show } = read.values;
  if (typeof reader !== 'string') throw new UsageError('test needs --reader URL, such as --reader=pcsc:; see --help');
  if (show === true && !process.stdout.isTTY) {
    throw new UsageError('--show works on a terminal only, because card numbers must not be stored in a file');
  }
  const ended = new AbortController();
  process.once('SIGINT', () => ended.abort());
  process.once('SIGTERM', () => ended.abort());
  const outcome = await tryReader(reader, {
    clock: systemClock,
    say: (line) => void process.stdout.write(`${line}\n`),
    isShown: show === true,
    cards: numberOption(read, 'cards', MAX_CARDS, 1, MAX_CARDS),
    typed: process.stdin,
    until: ended.signal,
  });
  if (!outcome.ok) throw new UsageError(outcome.error);
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`reader: ${error.message}\n`);
  process.exitCode = 2;
}
