/**
 * Converts a card number to the organisation's format.
 *
 * Readers report the same chip as `04A23B7A`, `7A3BA204` or `0077740666`: in base 16 or 10, and in either byte order.
 */

type Base = 'hex' | 'decimal';
export const BASES: readonly Base[] = ['hex', 'decimal'];

export interface NumberForm {
  /** Format of the reader. */
  readonly from: Base;
  /** Format of the organisation: upper-case hexadecimal, two digits per byte; decimal without leading zeros. */
  readonly to: Base;
  /** Whether to reverse the bytes. */
  readonly isReversed: boolean;
  /** Number of bytes; null: as given by the hexadecimal digits. */
  readonly bytes: number | null;
  /** Minimum decimal digits, padded with zeros; null: no padding. */
  readonly digits: number | null;
}

/** Null for a text in another format. Spaces, colons and hyphens can separate bytes; a leading 0x is allowed. */
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
    // Leading zeros have no meaning.
    const least = hex.replace(/^0+(?=.)/, '');
    return least.length > bytes * 2 ? null : least.padStart(bytes * 2, '0');
  }
  if (hex.length % 2 === 0) return hex;
  return from === 'decimal' ? `0${hex}` : null;
}
