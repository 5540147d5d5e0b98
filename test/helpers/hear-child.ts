import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface HeardChild {
  /** What it has said so far on its standard output. */
  said(): string;
  /** How it ended, once it has, with all that it said. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** Listens to a program that was started with pipes, from now on. */
export function hearChild(child: ChildProcess): HeardChild {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return {
    said: () => out,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })),
  };
}
