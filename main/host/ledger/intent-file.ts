/**
 * The file of the ledger: one JSON object a line, in a file that only grows. When it is opened and when it is full it is written
 * anew with what is still open. No text, no person: the key of a request, the service, and when.
 */
import { type FileHandle, mkdir, open as openFile, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock, Log } from '../../context.ts';
import { inTime } from '../../printing/in-time.ts';

/** A ticket that was asked for, and is neither in somebody's hands nor taken back. */
export interface Intent {
  /** The idempotency key of the request. */
  readonly key: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

type Line = ({ readonly state: 'asked' } & Intent) | { readonly state: 'ended'; readonly key: string };

export interface IntentFile {
  /** What the program before this one left open, oldest first. */
  readonly left: Promise<readonly Intent[]>;
  /** Resolves when it is on the disk, or the disk has had its time: a broken disk is logged and stops no ticket. */
  asked(intent: Intent): Promise<void>;
  /** Written behind. */
  ended(key: string): void;
  close(): Promise<void>;
}

export interface IntentFileOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A disk that takes longer is broken, and must not keep a visitor waiting. */
const DISK_MS = 1_000;
const FULL_BYTES = 1_000_000;

export function openIntentFile({ path, clock, log }: IntentFileOptions): IntentFile {
  const open = new Map<string, Intent>();
  let file: FileHandle | null = null;
  let size = 0;
  let failed = false;

  const onFailure = (error: unknown): void => {
    if (!failed) log.error('ledger.failed', { detail: error instanceof Error ? error.message : String(error) });
    failed = true;
  };

  async function readLeft(): Promise<readonly Intent[]> {
    const text = await readFile(path, 'utf8').catch(() => '');
    for (const line of text.split('\n')) note(parseLine(line));
    return [...open.values()];
  }

  function note(line: Line | null): void {
    if (line?.state === 'asked') open.set(line.key, { key: line.key, service: line.service, at: line.at });
    else if (line?.state === 'ended') open.delete(line.key);
  }

  /** One that is torn by a power cut on the way leaves the old file as it was. */
  async function writeAnew(): Promise<void> {
    await file?.close();
    file = null;
    const text = [...open.values()].map((intent) => lineOf({ state: 'asked', ...intent })).join('');
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const anew = await openFile(`${path}.new`, 'w', 0o600);
    file = anew;
    await anew.writeFile(text);
    await anew.datasync();
    await rename(`${path}.new`, path);
    size = Buffer.byteLength(text);
  }

  async function append(line: Line): Promise<void> {
    if (file === null || size > FULL_BYTES) await writeAnew();
    const text = lineOf(line);
    size += Buffer.byteLength(text);
    await file?.appendFile(text);
    await file?.datasync();
    failed = false;
  }

  const left = readLeft();
  let queue: Promise<void> = left.then(writeAnew).catch(onFailure);

  function write(line: Line): Promise<void> {
    queue = queue
      .then(() => {
        note(line);
        return append(line);
      })
      .catch(onFailure);
    return inTime(queue, { ms: DISK_MS, clock, onFailure });
  }

  return {
    left,
    asked: (intent) => write({ state: 'asked', ...intent }),
    ended: (key) => void write({ state: 'ended', key }),
    async close() {
      await inTime(queue, { ms: DISK_MS, clock, onFailure });
      await file?.close().catch(onFailure);
      file = null;
    },
  };
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

function parseLine(text: string): Line | null {
  try {
    const value: Partial<Intent> & { state?: unknown } = JSON.parse(text);
    if (typeof value.key !== 'string') return null;
    if (value.state === 'ended') return { state: 'ended', key: value.key };
    const isAsked = value.state === 'asked' && typeof value.service === 'string' && typeof value.at === 'number';
    return isAsked ? (value as Line) : null;
  } catch {
    // A power cut tears the last line.
    return null;
  }
}
