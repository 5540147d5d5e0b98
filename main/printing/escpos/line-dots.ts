import { FONT_A_HEIGHT } from '../profile.ts';

/** Space below a line of text, in dots. */
const LEADING = 8;
const CLOSE_LEADING = 4;

/** Height in dots of a line in the printer's font, by its height factor. */
export function printedLineDots({
  height,
  isClose = false,
}: {
  readonly height: number;
  readonly isClose?: boolean;
}): number {
  return height * FONT_A_HEIGHT + (isClose ? CLOSE_LEADING : LEADING);
}
