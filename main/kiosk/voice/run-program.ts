/** Starts a program of this computer for one answer, without a shell. It gets what it works on by its input: no text is ever an option of it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A long sentence takes a tenth of a second; a machine that is this busy has none to spare for speech. */
const PATIENCE_MS = 5_000;

/** Two minutes of sound. */
const MAX_BYTES = 6 * 1024 * 1024;

export interface ProgramRunner {
  /** What it puts out; null when it is not there, fails, takes too long or says too much, or `signal` has ended it. */
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

/** A program of this computer that speaks without a network. */

export interface SpeechProgram {
  /** Those of `wanted` (ids as in a site file) that it can say; none where it is not installed. */
  languages(wanted: readonly string[]): Promise<readonly string[]>;
  /** A whole WAV file; null when it cannot, or `signal` has ended it. Nothing of the text is written down anywhere. */
  say(words: SpokenWords, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): void;
}

interface SpokenWords {
  readonly text: string;
  readonly language: string;
  /** 1 is its own pace, 2 twice as fast. */
  readonly rate: number;
}
