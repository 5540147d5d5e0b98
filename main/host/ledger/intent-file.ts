/**
 * The file of the ledger: one JSON object a line. What is still open is kept. No text, no person: the key of a request, the
 * service, and when.
 */
import type { Log } from '../../context.ts';
import { openLineFile } from './line-file.ts';

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
  readonly log: Log;
  /** Lines of it cannot be read. */
  onDamaged?(): void;
}

export function openIntentFile({ path, log, onDamaged }: IntentFileOptions): IntentFile {
  const open = new Map<string, Intent>();
  const file = openLineFile({
    path,
    log,
    failure: 'ledger.failed',
    keep: () => [...open.values()].map((intent) => lineOf({ state: 'asked', ...intent })),
  });

  function note(line: Line | null): void {
    if (line?.state === 'asked') open.set(line.key, { key: line.key, service: line.service, at: line.at });
    else if (line?.state === 'ended') open.delete(line.key);
  }

  const left = file.left
    .catch(() => [])
    .then((lines) => {
      const read = lines.map(parseLine);
      for (const line of read) note(line);
      // Only the last line is torn by a power cut.
      if (read.slice(0, -1).includes(null) || lines.at(-1)?.includes('\0') === true) onDamaged?.();
      return [...open.values()];
    });

  async function write(line: Line): Promise<void> {
    await left;
    await file.write(() => {
      note(line);
      return lineOf(line);
    });
  }

  return {
    left,
    asked: (intent) => write({ state: 'asked', ...intent }),
    ended: (key) => void write({ state: 'ended', key }),
    async close() {
      await left;
      await file.close();
    },
  };
}

const lineOf = (line: Line): string => JSON.stringify(line);

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
