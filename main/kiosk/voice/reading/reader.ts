/** Makes of a text, as it stands on the screen, one that eSpeak NG says so that it is understood. */

export interface Reader {
  /** Whether it has here what it needs. */
  isReady(): Promise<boolean>;
  /** Null where it cannot be read, or `signal` has ended it. */
  read(text: string, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
