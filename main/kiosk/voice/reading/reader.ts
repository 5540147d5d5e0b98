/** Screen text in a form that eSpeak NG pronounces correctly. */

export interface Reader {
  /** Whether it has here what it needs. */
  isReady(): Promise<boolean>;
  /** Null where it cannot be read, or `signal` has ended it. */
  read(text: string, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
