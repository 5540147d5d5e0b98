/** The letters under the keys of the kiosk's keyboard. */
import { expect, it } from 'vitest';
import { edit } from '../../renderer/kiosk/keyboard/edit.ts';
import {
  accentsOf,
  codeLettersOf,
  hasCapitals,
  isLatin,
  lettersOf,
  spillOf,
} from '../../renderer/kiosk/keyboard/layouts.ts';

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

it('no letter is on two keys of a language', () => {
  for (const lang of ['ar', 'de', 'es', 'fr', 'he', 'pl', 'pt', 'ru', 'tr', 'uk', 'vi', 'fa', 'hi', 'ja', 'ko', 'en']) {
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

it('letters that do not fit in their row get their own row, and none is lost', () => {
  const { kept, spilt } = spillOf(lettersOf('tr'), 11, true);
  expect(kept.map((row) => row.join(''))).toEqual(['qwertyuıopğ', 'asdfghjklşi', 'zxcvbnmöç']);
  expect(spilt).toEqual(['ü']);
  expect(spillOf(lettersOf('ar'), 11, false).spilt).toEqual([]);
  expect(spillOf(lettersOf('en'), 10, true).spilt).toEqual([]);
});

it.each([
  ['vi', 'tiê\u0301ng viê\u0323t, nguyê\u0303n', 'tiếng việt, nguyễn'],
  ['hi', 'हिन्दी, सड\u093cक', 'हिन्दी, सड\u093cक'],
])('in %s signs that are pressed after a letter stand with it', (lang, pressed, written) => {
  const keys = new Set([...lettersOf(lang), ...accentsOf(lang, []), [...' ,']].flat());
  expect([...pressed].filter((key) => !keys.has(key))).toEqual([]);
  expect([...pressed].reduce((text, key) => edit(text, { kind: 'text', text: key }, 0), '')).toBe(
    written.normalize('NFC'),
  );
});

it.each([
  ['ja', 'カ\u3099ク、ハ\u309aン', 'ガク、パン'],
  ['ko', 'ㅎㅏㄴㄱㅜㄱ', '한국'],
  ['ko', 'ㄱㅏㅂㅅㅇㅣ ㄱㅏㅂㅅㅣ', '값이 갑시'],
  ['ko', 'ㅂㅜㅔㄹㄱㄱㅗㅏㄴ', '뷁관'],
  ['ko', 'ㅇㅣㅆㅓㅛ ㅋㅋ', '이써ㅛ ㅋㅋ'],
  ['ko', 'ㅇㅏㄲㅏ ㅇㅏㄸㅏ', '아까 아따'],
])('in %s %s becomes %s', (_lang, pressed, written) => {
  expect([...pressed].reduce((text, key) => edit(text, { kind: 'text', text: key }, 0), '')).toBe(written);
});
