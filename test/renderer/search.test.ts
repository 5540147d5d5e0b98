import { expect, it } from 'vitest';
import { searchFor } from '../../renderer/shared/search.ts';

it.each([
  ['', 'Passports', true],
  ['  ', 'Passports', true],
  [' PASS ', 'Passports', true],
  ['taxes', 'Passports', false],
  ['munchen', 'Bürgeramt München', true],
  ['İLÇE', 'ilçe', true],
  ['ILICA', 'ılıca', true],
])('looks for "%s" in "%s"', (words, text, isFound) => {
  expect(searchFor(words)(() => text)).toBe(isFound);
});
