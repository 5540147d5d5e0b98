/**
 * What the words of a recorded voice are put together from, in every language: letters, figures, tens, hundreds.
 * `opening` words are followed by others, so they do not fall at their end like a whole sentence.
 */
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
const HUNDREDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const TENS = [20, 30, 40, 50, 60, 70, 80, 90];
export const upTo = (last) => Array.from({ length: last + 1 }, (_, at) => at);

export const spoken = (name, text, more = {}) => ({ name, text, ...more });
export const opening = (name, text, more = {}) => spoken(name, text, { isOpening: true, ...more });

/** Letters leave a moment before the number. `odd` are those whose names the voice does not know, or says unclearly. */
export function letters(odd = {}, voice) {
  return LATIN.map((letter) => opening(letter, odd[letter] ?? letter, { after: 60, voice }));
}

/**
 * Letters that only this language has, or few others: a tag with one of them is for people who know it. `odd` are those
 * that are words by themselves.
 */
export function ownLetters(all, odd = {}) {
  return [...all].map((letter) => opening(letter, odd[letter] ?? letter, { after: 60 }));
}

/** Those whose names are written in sounds, by letter. */
export const soundedLetters = (names) =>
  Object.entries(names).map(([letter, name]) => opening(letter, phonemes(name), { after: 60 }));

/** As the voice reads figures by itself. */
export const figures = (numbers) => numbers.map((number) => spoken(String(number), String(number)));

/** From 0 on, as their words are written. */
export const writtenNumbers = (texts) => texts.map((text, number) => spoken(String(number), text));

/** One to nine hundred: `100` said alone, as the voice reads figures unless it is written, and `100-and` with more after it. */
export function hundreds({ alone = HUNDREDS.map((count) => `${count}00`), joined = [] } = {}) {
  return [
    ...HUNDREDS.map((count, at) => spoken(`${count}00`, alone[at])),
    ...joined.map((text, at) => opening(`${HUNDREDS[at]}00-and`, text)),
  ];
}

/** `40` said alone, `40-and` before a digit. Where the two grow into one word, numbers up to 99 are recorded whole. */
export function tens({ alone = TENS.map(String), joined = alone } = {}) {
  return [
    ...TENS.map((ten, at) => spoken(String(ten), alone[at])),
    ...TENS.flatMap((ten, at) => (joined[at] === '' ? [] : [opening(`${ten}-and`, joined[at])])),
  ];
}

/** Starts after a little pause, as a sentence does after a comma. */
export const goTo = (text) => opening('please-go-to', text, { before: 160 });

/** The voice of English; elsewhere it says Latin letters where the voice of the language cannot. */
export const ENGLISH = 'en-gb-x-rp';

/** In eSpeak NG's own letters of sounds. */
export const phonemes = (text) => `[[${text}]]`;

/** Names of the letters A to Z, in their order. */
export const namedAs = (names) => Object.fromEntries(LATIN.map((letter, at) => [letter, names[at]]));

/** Latin letters as they are named in Russian; those of Ukrainian differ in a few. */
export const LATIN_IN_CYRILLIC = {
  a: 'а',
  b: 'бэ',
  c: 'цэ',
  d: 'дэ',
  e: 'е',
  f: 'эф',
  g: 'же',
  h: 'аш',
  i: 'и',
  j: 'йот',
  k: 'ка',
  l: 'эль',
  m: 'эм',
  n: 'эн',
  o: 'о',
  p: 'пэ',
  q: 'ку',
  r: 'эр',
  s: 'эс',
  t: 'тэ',
  u: 'у',
  v: 'вэ',
  w: 'дубль-вэ',
  x: 'икс',
  y: 'игрек',
  z: 'зэт',
};
