/** Converts screen text to a form that eSpeak NG pronounces correctly. */

export interface Reader {
  /** Whether its dependencies are installed. */
  isReady(): Promise<boolean>;
  /** Null when unreadable or aborted by `signal`. */
  read(text: string, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
