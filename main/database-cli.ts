/**
 * Entry: `npm run copy | backup | restore`. One line reports the result or fault.
 *
 * Exit code 2 for an invalid command line, 1 on failure.
 */
import './lib/settings/utc.ts';
import { programVersion } from './app/version.ts';
import { systemClock } from './lib/context.ts';
import { keepFilesPrivate } from './lib/data-folder.ts';
import { type Arguments, readArguments, UsageError } from './lib/settings/arguments.ts';
import { DATABASE_HELP } from './lib/settings/command-help.ts';
import { withPassword } from './lib/settings/database-url.ts';
import { environment } from './lib/settings/environment.ts';
import { helpText } from './lib/settings/program-help.ts';
import { type Environment, withSecretFiles } from './lib/settings/secret-files.ts';
import { readSettings } from './lib/settings/settings.ts';
import { backupInThread } from './store/transfer/backup-in-thread.ts';
import { type DatabaseTarget, placeOf, readPlace, TransferError } from './store/transfer/database-target.ts';
import { copyQueue } from './store/transfer/move.ts';
import { markRestored } from './store/transfer/open-place.ts';
import type { OnProgress } from './store/transfer/progress.ts';
import { createProgressLines } from './store/transfer/progress-lines.ts';
import { restoreBackup } from './store/transfer/restore.ts';

const FLAGS = {
  from: { type: 'string' },
  to: { type: 'string' },
  backup: { type: 'string' },
  'as-of': { type: 'string' },
  keep: { type: 'string' },
  data: { type: 'string' },
  files: { type: 'string' },
  database: { type: 'string' },
} as const;
type Values = Arguments['values'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
const count = (rows: Readonly<Record<string, number>>): string => {
  const all = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return `${counted(rows.ticket ?? 0, 'ticket')}, ${counted(rows.answer ?? 0, 'call')}, ${counted(all, 'row')} in total`;
};

/** Shows the progress, separate from the line with the result. */
async function shown<T>(task: (tell: OnProgress) => Promise<T>): Promise<T> {
  const lines = createProgressLines(process.stderr, systemClock);
  try {
    return await task(lines.tell);
  } finally {
    lines.end();
  }
}

/** Environment variables, including those from files. */
function variables(): Environment {
  const read = withSecretFiles(environment());
  if (!read.ok) throw new UsageError(read.error);
  return read.value;
}

function needed(values: Values, flag: 'from' | 'to' | 'backup'): string {
  const value = values[flag] ?? variables()[`TAN_${flag.toUpperCase()}`];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${flag} is missing; see --help`);
}

/** Data folder, shared folder and database, from the same flags and variables as the program. */
function ownPlace(values: Values): {
  readonly place: DatabaseTarget;
  readonly dataDir: string;
  readonly filesDir: string | null;
} {
  const argv = (['data', 'files', 'database'] as const).flatMap((flag) => {
    const value = values[flag];
    return typeof value === 'string' ? [`--${flag}=${value}`] : [];
  });
  const read = readSettings(argv, environment());
  if (!read.ok) throw new UsageError(read.error);
  if (read.value.kind !== 'run') throw new UsageError('unexpected option; see --help');
  const { settings } = read.value;
  return { dataDir: settings.dataDir, filesDir: settings.filesDir, place: placeOf(settings) };
}

function endOf(values: Values, end: 'from' | 'to'): DatabaseTarget {
  const place = readPlace(needed(values, end));
  return place.engine === 'sqlite' ? place : { ...place, url: withPassword(place.url, variables()) };
}

async function copy(values: Values): Promise<void> {
  const [from, to] = [endOf(values, 'from'), endOf(values, 'to')];
  const { rows, kept } = await shown((tell) => copyQueue(from, to, { tell }));
  say(`copied and verified: ${count(rows)}${kept === 0 ? '' : ` (${kept} in an earlier run)`}`);
}

async function backup(values: Values): Promise<void> {
  const { place, dataDir, filesDir } = ownPlace(values);
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0))
    throw new UsageError('--keep must be a number of at least 1; see --help');
  const to = needed(values, 'to');
  const options = { from: place, dataDir, filesDir, to, keep, program: programVersion(), now: systemClock.now() };
  // In a thread: SQLite copies its file in one go, while this thread shows the progress.
  const made = await shown((tell) => backupInThread(options, new AbortController().signal, tell));
  if (!made.ok) throw new TransferError(made.message);
  for (const fault of made.faults) say(fault);
  if (made.faults.length > 0)
    throw new TransferError(`${made.folder} contains these faults of the queue; older backups are kept`);
  say(`${made.folder}: ${count(made.rows)}, checked`);
}

async function markAsOf(place: DatabaseTarget, asOf: number, now: number): Promise<void> {
  if (!(asOf <= now)) throw new UsageError('--as-of must be a time in the past, such as 2026-11-28T02:00:00Z');
  await markRestored(place, { asOf, at: now });
  say(`marked as restored to ${new Date(asOf).toISOString()}: the server accepts offline tickets issued since then`);
}

async function restore(values: Values): Promise<void> {
  const { place, dataDir, filesDir } = ownPlace(values);
  const now = systemClock.now();
  const asOf = values['as-of'];
  if (typeof asOf === 'string') return markAsOf(place, Date.parse(asOf), now);
  const backup = needed(values, 'backup');
  const {
    rows,
    madeAt,
    faults = [],
  } = await shown((tell) => restoreBackup({ backup, to: place, dataDir, filesDir, now }, tell));
  for (const fault of faults) say(`the backup contains this fault: ${fault}`);
  say(`restored the backup of ${madeAt}: ${count(rows)}`);
}

const COMMANDS: Readonly<Record<string, (values: Values) => Promise<void>>> = { copy, backup, restore };

async function run([name = '', ...rest]: readonly string[]): Promise<void> {
  if ([name, ...rest].includes('--help')) return say(helpText(DATABASE_HELP, programVersion()).trimEnd());
  if ([name, ...rest].includes('--version')) return say(programVersion());
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new UsageError(`unknown command "${name}" (available: ${Object.keys(COMMANDS).join(', ')}); see --help`);
  }
  await command(readArguments(rest, FLAGS, 0).values);
}

keepFilesPrivate();
try {
  await run(process.argv.slice(2));
} catch (error) {
  const fault = error as Error & { readonly code?: string };
  // Unexpected errors are printed with their stack; a full disk or an unavailable database is not unexpected.
  const isKnown = fault instanceof TransferError || fault instanceof UsageError || fault.code !== undefined;
  process.stderr.write(`${isKnown || fault.name === 'StoreUnreachable' ? fault.message : fault.stack}\n`);
  process.exitCode = fault instanceof UsageError ? 2 : 1;
}
