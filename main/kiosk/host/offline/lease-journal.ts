/**
 * The file in which a kiosk keeps what it may give by itself and what it has given. A number is given only once it is on the disk
 * that it is; and a file that is not the one that this machine wrote last is not gone on with, because nobody knows what was
 * given since.
 */
import { type Log, systemClock } from '../../../lib/context.ts';
import { type LeftLines, openLineFile } from '../../../lib/files/append-only-file.ts';
import { isWrittenHere } from '../intent-log/file-times.ts';
import { type LeaseFacts, type LeaseLine, linesOf, NO_FACTS, withLine } from './lease-records.ts';
import { readLeaseLine, sealedLine } from './parse-lease-record.ts';

/**
 * `own`: written last by this machine, a moment ago. Else what it says of numbers may be older than what was given: `old`: the machine
 * was off for longer; `put-back`: a copy; `cut`: its last lines are lost, those of a few seconds; `damaged`: lines cannot be read.
 */
export type LeaseOrigin = 'own' | 'old' | 'put-back' | 'cut' | 'damaged';

export interface LeaseFile {
  /** Resolves when it was read. */
  readonly opened: Promise<LeaseOrigin>;
  facts(): LeaseFacts;
  /** Resolves when it is on the disk; false when it may not be. The line is made in its turn, of what all before it say. */
  write(make: (facts: LeaseFacts) => LeaseLine): Promise<boolean>;
  close(): Promise<void>;
}

export interface LeaseFileOptions {
  readonly path: string;
  readonly log: Log;
  /** Lines of it cannot be read. */
  onDamaged(): void;
}

/** A program that runs writes a line at least this often. */
export const ALIVE_MS = 60_000;
/** A kiosk that was off for longer asks its server first: its disk may have been exchanged. */
const OFF_MS = 15 * 60_000;
/** A clock that was set back by less is one that is corrected. */
const BACK_MS = 5_000;

/** @param lastAt when its last line says that it was written; null: there is none */
function originOf({ origin, isMarked, changedAt }: LeftLines, lastAt: number | null): LeaseOrigin {
  if (lastAt === null || changedAt === null) return origin === 'other' ? 'put-back' : 'own';
  // So far as times can tell. They are those of the machine, as the disk's.
  if (origin !== 'own' && !isWrittenHere(lastAt, changedAt, isMarked && origin === 'unknown')) return 'put-back';
  const off = systemClock.now() - lastAt;
  const isRecent = off <= OFF_MS && off >= -BACK_MS;
  if (origin === 'other') return isRecent ? 'cut' : 'put-back';
  return isRecent ? 'own' : 'old';
}

export function openLeaseFile(options: LeaseFileOptions): LeaseFile {
  let facts = NO_FACTS;
  const timed = (line: LeaseLine): string => sealedLine(line, systemClock.now());
  const file = openLineFile({
    ...options,
    failure: 'offline.file-failed',
    keep: () => linesOf(facts).map(timed),
  });

  async function open(): Promise<LeaseOrigin> {
    const left = await file.left;
    const texts = left.lines;
    const read = texts.map(readLeaseLine);
    const lines = read.filter((line) => typeof line === 'object');
    // Only the end of a file is torn by a power cut.
    const spoilt = read.filter(
      (line, place) =>
        line === 'spoilt' || (line === 'torn' && (place < read.length - 1 || texts[place]?.includes('\0') === true)),
    ).length;
    if (spoilt > 0) {
      options.log.error('offline.lines-spoilt', { lines: spoilt });
      options.onDamaged();
    }
    for (const { at: _at, ...line } of lines) facts = withLine(facts, line);
    // A number whose line cannot be read may have been given.
    return spoilt > 0 ? 'damaged' : originOf(left, lines.at(-1)?.at ?? null);
  }

  const reading = open().catch((): LeaseOrigin => 'damaged');
  return {
    opened: reading,
    facts: () => facts,
    async write(make) {
      await reading;
      return file.write(() => {
        const line = make(facts);
        facts = withLine(facts, line);
        return timed(line);
      });
    },
    async close() {
      await reading;
      await file.close();
    },
  };
}
