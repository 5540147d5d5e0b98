/** A program of this computer that speaks without a network. */

export interface SpeechProgram {
  /** Those of `wanted` (ids as in a site file) that it can say; none where it is not installed. */
  languages(wanted: readonly string[]): Promise<readonly string[]>;
  /** A whole WAV file; null when it cannot, or `signal` has ended it. Nothing of the text is written down anywhere. */
  say(words: SpokenWords, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): void;
}

export interface SpokenWords {
  readonly text: string;
  readonly language: string;
  /** 1 is its own pace, 2 twice as fast. */
  readonly rate: number;
}
