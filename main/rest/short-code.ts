/** Short codes that people read and type. */
import { randomInt } from 'node:crypto';

/** Characters without look-alikes: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
const SIGNS = '34679ACDEFGHJKMNPQRTUVWXY';

/** 4.6 random bits per character. */
export function shortCode(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
