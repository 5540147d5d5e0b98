/** Languages written in Latin and Cyrillic letters: plain text where eSpeak NG reads it rightly by itself. */
import {
  ENGLISH,
  figures,
  goTo,
  HUNDREDS,
  hundreds,
  letters,
  opening,
  ownLetters,
  phonemes,
  spoken,
  TENS,
  tens,
  upTo,
} from './voice-parts.mjs';

export const en = {
  voice: ENGLISH,
  phrase: 'ticket {label-digits} [please-go-to {desk}]',
  words: [
    opening('ticket', 'ticket'),
    goTo('please go to'),
    opening('desk', 'desk'),
    opening('room-desk', 'room'),
    ...letters(),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
  ],
};

export const de = {
  voice: 'de',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'Nummer'),
    goTo('bitte zu'),
    opening('desk', 'Schalter'),
    opening('room-desk', 'Zimmer'),
    ...letters(),
    ...ownLetters('äöüß'),
    ...figures(upTo(99)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

export const fr = {
  voice: 'fr-fr',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'numéro'),
    goTo('présentez-vous au'),
    opening('desk', 'guichet'),
    opening('room-please-go-to', 'présentez-vous en salle', { before: 160 }),
    ...letters(),
    ...ownLetters('àâçéèêëîïôœùû', { à: 'a accent grave', ô: 'o accent circonflexe', œ: 'e dans l’o' }),
    ...figures(upTo(99)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

export const es = {
  voice: 'es',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'número'),
    goTo('acuda al'),
    opening('desk', 'mostrador'),
    opening('room-please-go-to', 'acuda a la sala', { before: 160 }),
    ...letters({ r: 'erre', y: 'i griega' }),
    ...ownLetters('ñáéíóúü', { ó: 'o acentuada' }),
    ...figures(upTo(29)),
    ...tens(TENS.map(String), [
      // All of these are recorded whole.
      '',
      'treinta i',
      'cuarenta i',
      'cincuenta i',
      'sesenta i',
      'setenta i',
      'ochenta i',
      'noventa i',
    ]),
    ...hundreds(
      HUNDREDS.map((count) => `${count}00`),
      ['ciento'],
    ),
  ],
};

export const pt = {
  voice: 'pt',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'senha'),
    goTo('dirija-se ao'),
    opening('desk', 'balcão'),
    opening('room-please-go-to', 'dirija-se à sala', { before: 160 }),
    ...letters({ f: 'éfe', l: 'éle', r: 'érre', s: 'ésse' }),
    ...ownLetters('çãõáâàéêíóôú', { á: 'á agudo', ó: 'ó agudo' }),
    ...figures(upTo(19)),
    // "e" by itself would be read as the letter.
    ...tens(TENS.map(String), [
      'vinte i',
      'trinta i',
      'quarenta i',
      'cinquenta i',
      'sessenta i',
      'setenta i',
      'oitenta i',
      'noventa i',
    ]),
    ...hundreds(
      HUNDREDS.map((count) => `${count}00`),
      [
        'cento i',
        'duzentos i',
        'trezentos i',
        'quatrocentos i',
        'quinhentos i',
        'seiscentos i',
        'setecentos i',
        'oitocentos i',
        'novecentos i',
      ],
    ),
  ],
};

export const pl = {
  voice: 'pl',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'numer'),
    goTo('zapraszamy do'),
    opening('desk', 'stanowiska'),
    opening('room-desk', 'pokoju'),
    ...letters({ w: 'wu', z: 'zet' }),
    ...ownLetters('ąćęłńóśźż', { ó: 'o kreskowane', ś: 'eś' }),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

export const tr = {
  voice: 'tr',
  phrase: 'ticket {label} [{desk} please-go-to]',
  words: [
    opening('ticket', 'sıra numarası'),
    spoken('please-go-to', 'numaralı gişeye buyurun'),
    spoken('room-please-go-to', 'numaralı odaya buyurun'),
    ...letters(),
    ...ownLetters('çğıöşü'),
    // The small letter of İ, as a browser writes it.
    opening('i̇', 'i', { after: 60 }),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

/** Latin letters as they are named in Russian; those of Ukrainian differ in a few. */
const LATIN_IN_CYRILLIC = {
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

export const ru = {
  voice: 'ru',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'талон'),
    goTo('ваша очередь'),
    opening('desk', 'окно'),
    opening('room-desk', 'кабинет'),
    ...letters(LATIN_IN_CYRILLIC),
    ...ownLetters('абвгдеёжзийклмнопрстуфхцчшщъыьэюя'),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

export const uk = {
  voice: 'uk',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    // Where the voice stresses a word as nobody would, its sounds are written.
    opening('ticket', phonemes("tal'on")),
    goTo(phonemes("v'ASa tSerh'a")),
    opening('desk', phonemes("vikn'o")),
    opening('room-desk', 'кабінет'),
    ...letters({
      ...LATIN_IN_CYRILLIC,
      b: 'бе',
      c: 'це',
      d: 'де',
      f: 'еф',
      g: 'ґе',
      i: 'і',
      l: 'ель',
      m: 'ем',
      n: 'ен',
      p: 'пе',
      r: 'ер',
      s: 'ес',
      t: 'те',
      v: 'ве',
      w: 'дубль-ве',
      x: 'ікс',
      y: phonemes("'ihrek"),
      z: 'зет',
    }),
    ...ownLetters('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds([
      'сто',
      'двісті',
      'триста',
      phonemes("tSot'irista"),
      "п'ятсот",
      'шістсот',
      'сімсот',
      'вісімсот',
      phonemes("devjats'ot"),
    ]),
  ],
};
