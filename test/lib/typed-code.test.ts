import { describe, expect, it } from 'vitest';
import { essenceOf } from '../../main/lib/typed-code.ts';

describe('what counts of a code', () => {
  it.each([
    ['K7-Q2', 'K7Q2'],
    [' k7 q2 ', 'K7Q2'],
    ['*QR-1*', 'QR1'],
    ['Ｋ７', 'K7'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۴۲', '42'],
    ['straße', 'STRASSE'],
    ['- –', ''],
  ])('of "%s" is "%s"', (code, essence) => {
    expect(essenceOf(code)).toBe(essence);
  });
});
