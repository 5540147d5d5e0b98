/**
 * Progress output of a copy or backup.
 *
 * One updated line on a terminal; otherwise (log, system timer) a line every ten seconds, so that long work shows
 * progress.
 */
import { statSync } from 'node:fs';
import type { Clock } from '../../lib/context.ts';
import type { OnProgress, TransferProgress } from './progress.ts';

const EVERY_MS = 10_000;
const MIB = 1024 ** 2;

export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLines {
  readonly tell: OnProgress;
  /** Ends the current line. */
  end(): void;
}

function words({ what, growing }: TransferProgress): string {
  if (growing === undefined) return what;
  const size = statSync(growing.file, { throwIfNoEntry: false })?.size ?? 0;
  return `${what}: ${Math.floor(size / MIB)} of ${Math.ceil(growing.bytes / MIB)} MiB`;
}

export function createProgressLines(output: Output, clock: Clock): ProgressLines {
  const isTerminal = output.isTTY === true;
  let last: TransferProgress | null = null;
  let shownAt = clock.now();
  let width = 0;
  let cancel = (): void => {};

  function show(): void {
    shownAt = clock.now();
    if (last === null) return;
    const line = words(last);
    output.write(isTerminal ? `\r${line.padEnd(width)}` : `${line}\n`);
    width = line.length;
  }

  /** Shows progress even if one table or file takes long. */
  function later(): void {
    cancel = clock.after(EVERY_MS, () => {
      if (isTerminal || isDue()) show();
      later();
    });
  }

  const isDue = (): boolean => clock.now() - shownAt >= EVERY_MS;

  later();
  return {
    tell(told) {
      last = told;
      // Without pauses between rows, no timer runs.
      if (isTerminal || isDue()) show();
    },
    end() {
      cancel();
      if (isTerminal && width > 0) output.write(`\r${' '.repeat(width)}\r`);
    },
  };
}
