/**
 * Reading distance of a display's text. Pure.
 *
 * A capital must be at least a two-hundredth of the distance high, 50 mm at ten metres: the FAA's rule for displays,
 * and 17 minutes of arc, where ISO 9241-303 requires at least 16.
 */
import { pixelsPerMm } from '../shared/millimetres.ts';

/** Smallest screen that is common in waiting rooms; default for an unknown size. */
export const USUAL_INCHES = 43;
const DISTANCE_PER_CAPITAL = 200;
const MM_IN_M = 1000;
const MM_IN_CM = 10;

type Screen = Parameters<typeof pixelsPerMm>[1];

/** Minimum font size in CSS pixels for a distance in metres; `capital`: height of a capital relative to it. */
export function leastLetters(inches: number, metres: number, capital: number, screen: Screen): number {
  const millimetres = (metres * MM_IN_M) / DISTANCE_PER_CAPITAL;
  return (millimetres * pixelsPerMm(inches || USUAL_INCHES, screen)) / capital;
}

/** Reading distance of a font size in centimetres. */
export function readableCm(size: number, inches: number, capital: number, screen: Screen): number {
  const millimetres = (size * capital) / pixelsPerMm(inches || USUAL_INCHES, screen);
  // Browsers round font sizes slightly.
  return Math.floor((millimetres * DISTANCE_PER_CAPITAL) / MM_IN_CM + 1);
}

/** Measured legibility, as reported to staff; 0: unknown. */
export interface Letters {
  /** Screen and settings of the measurement. */
  readonly of: string;
  /** Reading distance of the smallest text. */
  readonly cm: number;
  /** Number of lines that fit the list. */
  readonly lines: number;
}

export const NO_LETTERS: Letters = { of: '', cm: 0, lines: 0 };

/** Worst measurement since the screen or settings changed: a single long name must be readable, too. */
export function worstLetters(before: Letters, now: Letters): Letters {
  if (before.of !== now.of) return now;
  const worse = (one: number, other: number): number =>
    one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
  const worst = { of: now.of, cm: worse(before.cm, now.cm), lines: worse(before.lines, now.lines) };
  return worst.cm === before.cm && worst.lines === before.lines ? before : worst;
}
