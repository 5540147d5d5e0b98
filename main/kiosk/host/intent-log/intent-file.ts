/**
 * The file of the ledger: one JSON object a line, each with its checksum.
 *
 * What is still open is kept. No text, no person: the key of a request, the service, and when. A file that was damaged, or restored
 * from a copy, is known as such: the end of what it has open may be what is lost.
 */
import { crc32 } from 'node:zlib';
import { type Log, systemClock } from '../../../lib/context.ts';
import { openLineFile } from '../../../lib/files/append-only-file.ts';

/** A ticket that was asked for, and is neither in somebody's hands nor taken back. */
export interface Intent {
  /** The idempotency key of the request. */
  readonly key: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

type Line =
  /** The first line: an empty file is a damaged one. */
  | { readonly state: 'begun' }
  | ({ readonly state: 'asked' } & Intent)
  | { readonly state: 'ended'; readonly key: string };

/** `written`: epoch milliseconds by the clock of the machine, as the times of its disk; null: an earlier program wrote it. */
type WrittenLine = Line & { readonly written: number | null };

/** What the program before this one left. */
export interface LeftIntents {
  /** Oldest first. */
  readonly open: readonly Intent[];
  /** Keys of all requests since `begun`. */
  readonly keys: ReadonlySet<string>;
  /** Since when the file has each request: epoch milliseconds; null: an earlier program wrote it, which did not say. */
  readonly begun: number | null;
  /** Lines of it are lost, or it was restored from a copy. */
  readonly isDamaged: boolean;
}

export interface IntentFile {
  readonly left: Promise<LeftIntents>;
  /** Resolves when it is on the disk, or the disk has had its time: a broken disk is logged and stops no ticket. */
  asked(intent: Intent): Promise<void>;
  /** Written behind. */
  ended(key: string): void;
  /** Replaces a damaged file, so that it is reported once. Written behind. */
  beginAgain(): void;
  close(): Promise<void>;
}

export interface IntentFileOptions {
  readonly path: string;
  readonly log: Log;
}

export function openIntentFile({ path, log }: IntentFileOptions): IntentFile {
  const open = new Map<string, Intent>();
  const file = openLineFile({
    path,
    log,
    failure: 'intent-log.write-failed',
    keep: () => [
      sealed({ state: 'begun' }),
      ...[...open.values()].map((intent) => sealed({ state: 'asked', ...intent })),
    ],
  });

  function note(line: Line | null): void {
    if (line?.state === 'asked') open.set(line.key, { key: line.key, service: line.service, at: line.at });
    else if (line?.state === 'ended') open.delete(line.key);
  }

  async function read(): Promise<LeftIntents> {
    const unread = { lines: [], origin: 'unknown', isMarked: false, changedAt: 0 } as const;
    const { lines: texts, origin, isMarked, changedAt } = await file.left.catch(() => unread);
    const lines = texts.map(readLine);
    const isFound = changedAt !== null;
    for (const line of lines) note(typeof line === 'string' ? null : line);
    const whole = lines.filter((line) => typeof line !== 'string');
    const begun = whole.findLast(({ state }) => state === 'begun')?.written ?? null;
    return {
      open: [...open.values()],
      keys: new Set(whole.flatMap((line) => (line.state === 'asked' ? [line.key] : []))),
      begun: isFound ? begun : 0,
      isDamaged:
        origin === 'other' ||
        (isFound && (isSpoilt(texts, lines) || (origin === 'unknown' && !isOwn(whole.at(-1), changedAt, isMarked)))),
    };
  }

  const left = read();

  async function write(line: Line): Promise<void> {
    await left;
    await file.write(() => {
      note(line);
      return sealed(line);
    });
  }

  return {
    left,
    asked: (intent) => write({ state: 'asked', ...intent }),
    ended: (key) => void write({ state: 'ended', key }),
    beginAgain: () => void write({ state: 'begun' }),
    async close() {
      await left;
      await file.close();
    },
  };
}

/** Only the last line is torn by a power cut; and no file of ours is empty. */
function isSpoilt(texts: readonly string[], lines: readonly (WrittenLine | 'torn' | 'spoilt')[]): boolean {
  const isTornEarly = (line: unknown, place: number): boolean =>
    line === 'torn' && (place < lines.length - 1 || texts[place]?.includes('\0') === true);
  return lines.length === 0 || lines.some((line, place) => line === 'spoilt' || isTornEarly(line, place));
}

/** Between what a line says and what the disk says of its writing. A file that was copied here is younger than its last line. */
const WRITING_MS = 5_000;

/** A program that was killed on a slow disk: its mark says that it was about to write this file. */
const MARKED_MS = 60_000;

/**
 * Whether the file is the one that was written last here, so far as times can tell.
 *
 * @param lastAt when its last line says that it was written: epoch milliseconds by the clock of the machine
 * @param changedAt its ctime, by the same clock
 * @param isMarked whether its mark is that of this file
 */
export const isWrittenHere = (lastAt: number, changedAt: number, isMarked: boolean): boolean =>
  Math.abs(changedAt - lastAt) <= (isMarked ? MARKED_MS : WRITING_MS);

const isOwn = (last: WrittenLine | undefined, changedAt: number, isMarked: boolean): boolean =>
  last === undefined || last.written === null || isWrittenHere(last.written, changedAt, isMarked);

const sealed = (line: Line): string => {
  const written = systemClock.now();
  return JSON.stringify({ ...line, written, crc: crcOf({ ...line, written }) });
};

const crcOf = (line: object): number => crc32(JSON.stringify(line));

/** `torn`: as a power cut leaves the last line. `spoilt`: whole, and none of ours. */
function readLine(text: string): WrittenLine | 'torn' | 'spoilt' {
  try {
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return 'spoilt';
    const { crc, ...line } = value as Partial<Intent> & Record<string, unknown>;
    // Earlier programs wrote neither.
    if ((crc !== undefined || line.written !== undefined) && crc !== crcOf(line)) return 'spoilt';
    return isLine(line) ? { ...line, written: typeof line.written === 'number' ? line.written : null } : 'spoilt';
  } catch {
    return text.endsWith('}') ? 'spoilt' : 'torn';
  }
}

function isLine(line: Partial<Intent> & { readonly state?: unknown }): line is Line {
  if (line.state === 'begun') return true;
  if (typeof line.key !== 'string') return false;
  return line.state === 'ended' || (line.state === 'asked' && typeof line.service === 'string' && isTime(line.at));
}

const isTime = (value: unknown): value is number => typeof value === 'number';
