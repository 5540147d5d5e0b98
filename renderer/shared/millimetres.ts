/**
 * Size of a millimetre in CSS pixels.
 *
 * A browser does not say how large its screen is: a device's settings do, corner to corner, or a usual one is taken
 * for it.
 */
const MM_IN_INCH = 25.4;

/** A page that fills its screen says as well as the screen how many pixels it has; in a window the screen knows more. */
export function pixelsPerMm(
  inches: number,
  { innerWidth, innerHeight, screen }: Pick<Window, 'innerWidth' | 'innerHeight' | 'screen'>,
): number {
  const diagonal = Math.hypot(Math.max(innerWidth, screen.width), Math.max(innerHeight, screen.height));
  return diagonal / (inches * MM_IN_INCH);
}
