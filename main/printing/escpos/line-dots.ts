import { FONT_A_HEIGHT } from '../profile.ts';

/** Air below a line of text, in dots. */
const LEADING = 8;

/** Dots that a line in the printer's own letters takes, by how many times their height it has. */
export function printedLineDots(times: number): number {
  return times * FONT_A_HEIGHT + LEADING;
}
