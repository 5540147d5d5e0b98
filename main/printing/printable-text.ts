/**
 * Clean text for printers: NFC, no control characters, plain spaces.
 *
 * Composed (NFC), without control characters (an escape byte in a service's name must never reach the machine), every
 * kind of space a plain one.
 */

/** Spaces of any width; French and Arabic dates hold narrow ones that no code page has. */
const SPACES = /[\p{Zs}\t]+/gu;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const UNPRINTABLE = /[^\P{Cc}\n]|\p{Cs}|\p{Co}|\p{Cn}/gu;

export function printableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(SPACES, ' ')
    .replace(UNPRINTABLE, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Marks that steer direction and joining: drawing obeys them, code pages have none of them. */
const INVISIBLE = /\p{Cf}/gu;

export function withoutInvisibles(text: string): string {
  return text.replace(INVISIBLE, '');
}
