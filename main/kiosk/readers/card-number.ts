/**
 * Card number in the organisation's form, from a reading.
 *
 * The same chip is `04A23B7A` to one reader, `7A3BA204` to another and `0077740666` to a third: in base 16 or 10, and
 * with its bytes in either order.
 */

type Base = 'hex' | 'decimal';
export const BASES: readonly Base[] = ['hex', 'decimal'];

export interface NumberForm {
  /** How the reader says it. */
  readonly from: Base;
  /** How the house writes it: hexadecimal in capitals, two digits a byte; decimal without zeros in front. */
  readonly to: Base;
  /** The bytes are to be turned around. */
  readonly isReversed: boolean;
  /** How many bytes the number has; null: as many as its hexadecimal digits say. */
  readonly bytes: number | null;
  /** Decimal digits at least, with zeros in front; null: as many as it takes. */
  readonly digits: number | null;
}

/** Null when the text is no such number. Space, colon and hyphen may part bytes, and 0x may stand in front. */
export function writeNumber(text: string, form: NumberForm): string | null {
  const read = form.from === 'hex' ? bytesOfHex(text) : digitsToHex(text);
  const hex = read === null ? null : ofWidth(read, form);
  if (hex === null) return null;
  const pairs = hex.match(/../g) ?? [];
  const turned = (form.isReversed ? pairs.reverse() : pairs).join('');
  return form.to === 'hex'
    ? turned
    : BigInt(`0x${turned}`)
        .toString()
        .padStart(form.digits ?? 0, '0');
}

function bytesOfHex(text: string): string | null {
  const digits = text.replace(/^0x/i, '').replaceAll(/[ :-]/g, '');
  return /^[0-9A-F]+$/i.test(digits) ? digits.toUpperCase() : null;
}

function digitsToHex(text: string): string | null {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^\d{1,100}$/.test(digits) ? BigInt(digits).toString(16).toUpperCase() : null;
}

function ofWidth(hex: string, { from, bytes }: NumberForm): string | null {
  if (bytes !== null) {
    // Zeros in front say nothing.
    const least = hex.replace(/^0+(?=.)/, '');
    return least.length > bytes * 2 ? null : least.padStart(bytes * 2, '0');
  }
  if (hex.length % 2 === 0) return hex;
  return from === 'decimal' ? `0${hex}` : null;
}
