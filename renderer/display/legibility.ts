/**
 * From how far the letters of a display can be read. A capital is at least a two-hundredth of the distance high, 50 mm
 * at ten metres: what the FAA asks of displays, and 17 minutes of arc, where ISO 9241-303 has 16 as its least. Pure.
 */
import { pixelsPerMm } from '../shared/millimetres.ts';

/** The smallest that is hung in waiting rooms; taken for a screen of which nobody has said how large it is. */
export const USUAL_INCHES = 43;
const DISTANCE_PER_CAPITAL = 200;
const MM_IN_M = 1000;
const MM_IN_CM = 10;

type Screen = Parameters<typeof pixelsPerMm>[1];

/** In CSS pixels, the least size of letters that are read from so many metres; `capital`: its height in that size. */
export function leastLetters(inches: number, metres: number, capital: number, screen: Screen): number {
  const millimetres = (metres * MM_IN_M) / DISTANCE_PER_CAPITAL;
  return (millimetres * pixelsPerMm(inches || USUAL_INCHES, screen)) / capital;
}

/** From how many centimetres letters of this size can be read. */
export function readableCm(size: number, inches: number, capital: number, screen: Screen): number {
  const millimetres = (size * capital) / pixelsPerMm(inches || USUAL_INCHES, screen);
  // Sizes of letters are rounded to a hair by the browser.
  return Math.floor((millimetres * DISTANCE_PER_CAPITAL) / MM_IN_CM + 1);
}

/** What was measured of the letters, as staff are told it; each 0 while it is not known. */
export interface Letters {
  /** Screen and settings for which it holds. */
  readonly of: string;
  /** From how far the smallest of them can be read. */
  readonly cm: number;
  /** Lines that the list has room for. */
  readonly lines: number;
}

export const NO_LETTERS: Letters = { of: '', cm: 0, lines: 0 };

/** The worst of what was drawn since screen or settings changed: one long name among many has to be read too. */
export function worstLetters(before: Letters, now: Letters): Letters {
  if (before.of !== now.of) return now;
  const worse = (one: number, other: number): number =>
    one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
  const worst = { of: now.of, cm: worse(before.cm, now.cm), lines: worse(before.lines, now.lines) };
  return worst.cm === before.cm && worst.lines === before.lines ? before : worst;
}
