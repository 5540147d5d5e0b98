/** Detection of a keyboard reader's input, and its keys. */
export interface WedgeRhythm {
  /** Maximum median of the intervals between two keys, in milliseconds. */
  readonly maxMedianGapMs: number;
  /** Minimum length of a card value. */
  readonly minLength: number;
}

/** Readers send a key every 7 to 20 ms; a fast typist takes 80 ms and more. */
export const USUAL_RHYTHM: WedgeRhythm = { maxMedianGapMs: 35, minLength: 6 };

/** A key that produces a character: `code` of UI Events, with Shift or AltGr. */
export interface TypedKey {
  readonly code: string;
  readonly shift?: boolean;
  readonly altGr?: boolean;
}

export interface TypedCard {
  /** Text by the system's keyboard layout. */
  readonly text: string;
  /** Absent where the page does not record keys. */
  readonly keys?: readonly TypedKey[];
}
