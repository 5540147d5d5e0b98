/**
 * Size of a millimetre in CSS pixels.
 *
 * Browsers do not know the screen size: it comes from the device's settings as a diagonal, or a common size is assumed.
 */
const MM_IN_INCH = 25.4;

/** A full-screen page has the screen's resolution; for a window, the screen object knows it. */
export function pixelsPerMm(
  inches: number,
  { innerWidth, innerHeight, screen }: Pick<Window, 'innerWidth' | 'innerHeight' | 'screen'>,
): number {
  const diagonal = Math.hypot(Math.max(innerWidth, screen.width), Math.max(innerHeight, screen.height));
  return diagonal / (inches * MM_IN_INCH);
}
