/** `npm run printer -- journal`: prints the outcome of each ticket of a kiosk. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, UsageError } from '../../lib/settings/arguments.ts';
import { type JournalEntry, latestOfEach, readEntries } from '../../printing/journal-files.ts';

const FOLDER = 'print-journal';
/** A job without an end: it is running, or the program stopped and has not started again. */
const OPEN: Readonly<Partial<Record<JournalEntry['state'], string>>> = {
  asked: 'not ended',
  created: 'not ended',
  sending: 'not ended',
};

function lineOf(device: string, { at, number = '', ticket = '', state, by, why, tray }: JournalEntry): string {
  const reason = by ?? why ?? OPEN[state] ?? '';
  const columns = [new Date(at).toISOString(), device, number, ticket, state, reason];
  return (tray === undefined ? columns : [...columns, tray]).join('\t');
}

/** Returns the exit code: 1 without a journal. */
export async function runJournal(args: readonly string[]): Promise<number> {
  const { values } = readArguments(
    args,
    { data: { type: 'string' }, device: { type: 'string' }, number: { type: 'string' } },
    0,
  );
  const { data, device, number } = values;
  if (typeof data !== 'string') throw new UsageError('journal needs --data DIR');
  const folders = await readdir(join(data, FOLDER)).catch(() => []);
  if (folders.length === 0) throw new UsageError(`no print journal in ${data}`);
  const wanted = folders.filter((folder) => device === undefined || decodeURIComponent(folder) === device);
  if (wanted.length === 0) {
    const there = folders.map(decodeURIComponent).join(', ');
    throw new UsageError(`no print journal of ${device} in ${data}; it has those of ${there}`);
  }
  const jobs = await Promise.all(
    wanted.map(async (folder) =>
      latestOfEach(await readEntries(join(data, FOLDER, folder))).map((job) => ({
        job,
        device: decodeURIComponent(folder),
      })),
    ),
  );
  const lines = jobs
    .flat()
    .filter(({ job }) => number === undefined || job.number === number)
    .sort((one, other) => one.job.at - other.job.at)
    .map((each) => lineOf(each.device, each.job));
  if (lines.length === 0) process.stderr.write(number === undefined ? 'no tickets yet\n' : `no ticket ${number}\n`);
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}
