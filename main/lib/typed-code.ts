/**
 * Normalised form of a typed code.
 *
 * Ignores case, spaces and punctuation, and converts Arabic digits. Empty without any significant character. Databases
 * store it with each code: after a change here, recompute it there.
 */
export function essenceOf(code: string): string {
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[^\p{L}\p{N}]/gu, '');
}
