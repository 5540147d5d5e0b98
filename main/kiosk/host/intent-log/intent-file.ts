/**
 * File of the intent log: one JSON object with checksum per line.
 *
 * It contains the open requests: idempotency key, service and time, without texts or personal data. A damaged file, or
 * one restored from a copy, is detected, because the ends of its requests are possibly lost.
 */
import { crc32 } from 'node:zlib';
import { type Log, systemClock } from '../../../lib/context.ts';
import { openLineFile } from '../../../lib/files/append-only-file.ts';

/** A requested ticket that is neither delivered nor withdrawn. */
export interface Intent {
  /** The idempotency key of the request. */
  readonly key: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

type Line =
  /** First line: an empty file is a damaged one. */
  | { readonly state: 'begun' }
  | ({ readonly state: 'asked' } & Intent)
  | { readonly state: 'ended'; readonly key: string };

/** `written`: epoch milliseconds by the machine's clock, like the file times; null: written by an earlier version. */
type WrittenLine = Line & { readonly written: number | null };

/** Requests left by the previous run. */
export interface LeftIntents {
  /** Oldest first. */
  readonly open: readonly Intent[];
  /** Keys of all requests since `begun`. */
  readonly keys: ReadonlySet<string>;
  /**
   * Time since when the file is complete: epoch milliseconds; null: written by an earlier version, which did not record
   * it.
   */
  readonly begun: number | null;
  /** Lines are lost, or the file was restored from a copy. */
  readonly isDamaged: boolean;
}

export interface IntentFile {
  readonly left: Promise<LeftIntents>;
  /** Resolves when it is on disk, or after a timeout: a broken disk is logged and delays no ticket. */
  asked(intent: Intent): Promise<void>;
  /** Written in the background. */
  ended(key: string): void;
  /** Replaces a damaged file, so that it is reported once. Written in the background. */
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

/** A power cut tears only the last line, and a valid file is never empty. */
function isSpoilt(texts: readonly string[], lines: readonly (WrittenLine | 'torn' | 'spoilt')[]): boolean {
  const isTornEarly = (line: unknown, place: number): boolean =>
    line === 'torn' && (place < lines.length - 1 || texts[place]?.includes('\0') === true);
  return lines.length === 0 || lines.some((line, place) => line === 'spoilt' || isTornEarly(line, place));
}

/** Maximum difference between a line's time and the file time. A copied file is younger than its last line. */
const WRITING_MS = 5_000;

/** The same for a program killed on a slow disk: its mark says that it was writing this file. */
const MARKED_MS = 60_000;

/**
 * Whether this machine wrote the file last, judged by times.
 * @param lastAt time in its last line: epoch milliseconds by the machine's clock
 * @param changedAt its ctime, by the same clock
 * @param isMarked whether the write mark names this file
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

/** `torn`: the last line after a power cut. `spoilt`: complete but invalid. */
function readLine(text: string): WrittenLine | 'torn' | 'spoilt' {
  try {
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return 'spoilt';
    const { crc, ...line } = value as Partial<Intent> & Record<string, unknown>;
    // Earlier versions wrote neither field.
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
