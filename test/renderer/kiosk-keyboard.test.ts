/** The letters under the keys of the kiosk's keyboard. */
import { expect, it } from 'vitest';
import { accentsOf, codeLettersOf, hasCapitals, isLatin, lettersOf } from '../../renderer/kiosk/keyboard/layouts.ts';

it('a code has each capital once, in Turkish too', () => {
  for (const lang of ['tr', 'tr_TR', 'en', 'ru']) {
    const capitals = codeLettersOf(lang)
      .flat()
      .map((letter) => letter.toUpperCase());
    expect(new Set(capitals).size, lang).toBe(capitals.length);
    expect(capitals).toEqual(expect.arrayContaining([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']));
  }
  expect(lettersOf('tr').flat()).toEqual(expect.arrayContaining(['ı', 'i']));
});

it('no letter stands under two keys of a language', () => {
  for (const lang of ['ar', 'de', 'es', 'fr', 'he', 'pl', 'pt', 'ru', 'tr', 'uk', 'en']) {
    const letters = [...lettersOf(lang), ...accentsOf(lang, [])].flat();
    expect(new Set(letters).size, lang).toBe(letters.length);
  }
});

it('scripts with capitals have a key for them, others a layer of Latin letters alone', () => {
  expect(['uk', 'pl', 'he'].map((lang) => [isLatin(lang), hasCapitals(lang)])).toEqual([
    [false, true],
    [true, true],
    [false, false],
  ]);
});
