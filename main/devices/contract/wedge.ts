/** Detection of a keyboard reader's input, and its keys. */
export interface WedgeRhythm {
  /** Greatest median of the times between two keys, in milliseconds. */
  readonly maxMedianGapMs: number;
  /** A shorter text is no card. */
  readonly minLength: number;
}

/** Readers write a key every 7 to 20 ms, a fast typist takes 80 ms and more. */
export const USUAL_RHYTHM: WedgeRhythm = { maxMedianGapMs: 35, minLength: 6 };

/** One key that gives a character: its place on the keyboard (`code` of UI Events), with Shift or AltGr. */
export interface TypedKey {
  readonly code: string;
  readonly shift?: boolean;
  readonly altGr?: boolean;
}

export interface TypedCard {
  /** By the system's keyboard layout. */
  readonly text: string;
  /** Absent where the page does not know the keys. */
  readonly keys?: readonly TypedKey[];
}
