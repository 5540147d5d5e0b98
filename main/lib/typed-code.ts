/**
 * Normalised form of a typed code.
 *
 * Capitals, spaces and signs do not count, and Arabic digits are digits. Empty when nothing counts. Databases keep it
 * beside each code: what changes here has to be made anew there.
 */
export function essenceOf(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, '');
}
