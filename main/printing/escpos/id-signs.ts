/**
 * The signs of which our process ids are made. None of them has the bits of a status answer, of automatic status, of an
 * answer to GS r or of the head of a block: when an id is torn, or something is said in the middle of it, no part of it
 * is taken for the state of the printer. Bits: Citizen's manuals, appendix "Identification of send status".
 */
export const ID_SIGNS = '139?QSUWY[]qsuwy';

/** So many numbers can be told apart by two signs. */
export const ID_NUMBERS = ID_SIGNS.length ** 2;

/** Two signs. Numbers begin again at `ID_NUMBERS`. */
export function idSigns(number: number): string {
  const size = ID_SIGNS.length;
  return `${ID_SIGNS[Math.floor(number / size) % size]}${ID_SIGNS[number % size]}`;
}
