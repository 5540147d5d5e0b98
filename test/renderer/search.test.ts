import { expect, it } from 'vitest';
import { searchFor } from '../../renderer/shared/search.ts';

it.each([
  ['', 'Passports', true],
  ['  ', 'Passports', true],
  [' PASS ', 'Passports', true],
  ['taxes', 'Passports', false],
])('looks for "%s" in "%s"', (words, text, isFound) => {
  expect(searchFor(words)(() => text)).toBe(isFound);
});

it('knows the capitals of a language', () => {
  expect(searchFor('ILICA', 'tr')(() => 'ılıca')).toBe(true);
  expect(searchFor('ILICA', 'en')(() => 'ılıca')).toBe(false);
});
