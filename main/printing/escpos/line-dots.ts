import { FONT_A_HEIGHT } from '../profile.ts';

/** Air below a line of text, in dots. */
const LEADING = 8;
const CLOSE_LEADING = 4;

/** Dots that a line in the printer's own letters takes, by how many times their height it has. */
export function printedLineDots({
  height,
  isClose = false,
}: {
  readonly height: number;
  readonly isClose?: boolean;
}): number {
  return height * FONT_A_HEIGHT + (isClose ? CLOSE_LEADING : LEADING);
}
