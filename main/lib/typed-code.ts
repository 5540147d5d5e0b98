/**
 * Normalised form of a typed code.
 *
 * Case, spaces and punctuation are ignored, and Arabic digits are digits. Empty if no character counts. Databases
 * store it beside each code: after a change here, recompute it there.
 */
export function essenceOf(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, '');
}
