import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface HeardChild {
  /** Standard output so far. */
  said(): string;
  /** Exit code and output, once the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** Records the output of a process that was started with pipes. */
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
