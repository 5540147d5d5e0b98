/**
 * Runs a local program for one result, without a shell.
 *
 * Its data is on standard input: no text is taken for an option.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Timeout. A long sentence takes a tenth of a second; a slower machine is too busy for speech. */
const PATIENCE_MS = 5_000;

/** Two minutes of sound. */
const MAX_BYTES = 6 * 1024 * 1024;

export interface ProgramRunner {
  /** Its output; null when it is missing, fails, exceeds the time or size limit, or is aborted by `signal`. */
  run(args: readonly string[], input: string, signal: AbortSignal): Promise<Buffer | null>;
  close(): void;
}

export function programRunner(program: string): ProgramRunner {
  const running = new Set<ChildProcessByStdio<Writable, Readable, null>>();
  return {
    run: (args, input, signal) =>
      new Promise((resolve) => {
        const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
        const parts: Buffer[] = [];
        let size = 0;
        const end = (output: Buffer | null): void => {
          clearTimeout(deadline);
          signal.removeEventListener('abort', stop);
          running.delete(child);
          if (output === null) child.kill('SIGKILL');
          resolve(output);
        };
        const stop = (): void => end(null);
        const deadline = setTimeout(stop, PATIENCE_MS);
        running.add(child);
        signal.addEventListener('abort', stop);
        child.on('error', stop);
        child.stdin.on('error', () => undefined);
        child.stdout.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size > MAX_BYTES) stop();
        });
        child.on('close', (code) => end(code === 0 ? Buffer.concat(parts) : null));
        if (signal.aborted) stop();
        else child.stdin.end(input);
      }),
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** A local speech program that works without a network. */

export interface SpeechProgram {
  /** Those of `wanted` (ids as in a site file) that it supports; none when it is not installed. */
  languages(wanted: readonly string[]): Promise<readonly string[]>;
  /** A complete WAV file; null on failure or abort. The text is never stored. */
  say(words: SpokenWords, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): void;
}

interface SpokenWords {
  readonly text: string;
  readonly language: string;
  /** 1 is the normal speed, 2 twice as fast. */
  readonly rate: number;
}
