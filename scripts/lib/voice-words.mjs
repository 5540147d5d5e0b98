/**
 * What the shipped voice says, language by language, for scripts/record-voice.mjs. Plain text where eSpeak NG reads it
 * rightly by itself; its own phoneme letters in [[ ]] for Arabic, whose vowels are not written; Pinyin for Chinese.
 *
 * `opening` words are followed by others, so they do not fall at their end like a whole sentence.
 */
const LATIN = [...'abcdefghijklmnopqrstuvwxyz'];
const HUNDREDS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TENS = [20, 30, 40, 50, 60, 70, 80, 90];
const upTo = (last) => Array.from({ length: last + 1 }, (_, at) => at);

const spoken = (name, text, more = {}) => ({ name, text, ...more });
const opening = (name, text, more = {}) => spoken(name, text, { isOpening: true, ...more });

/** Letters leave a moment before the number. `odd` are those whose names the voice does not know, or says unclearly. */
function letters(odd = {}, voice) {
  return LATIN.map((letter) => opening(letter, odd[letter] ?? letter, { after: 60, voice }));
}

/**
 * Letters that only this language has, or few others: a tag with one of them is for people who know it. `odd` are those
 * that are words by themselves.
 */
function ownLetters(all, odd = {}) {
  return [...all].map((letter) => opening(letter, odd[letter] ?? letter, { after: 60 }));
}

/** As the voice reads figures by itself. */
const figures = (numbers) => numbers.map((number) => spoken(String(number), String(number)));

/** `100` said alone, `100-and` with more after it: `texts` for one to nine hundred. */
function hundreds(texts, joined = []) {
  return [
    ...HUNDREDS.map((count, at) => spoken(`${count}00`, texts[at])),
    ...joined.map((text, at) => opening(`${HUNDREDS[at]}00-and`, text)),
  ];
}

/** `40` said alone, `40-and` before a digit. Where the two grow into one word, numbers up to 99 are recorded whole. */
function tens(texts, joined) {
  return [
    ...TENS.map((ten, at) => spoken(String(ten), texts[at])),
    ...TENS.flatMap((ten, at) => (joined[at] === '' ? [] : [opening(`${ten}-and`, joined[at])])),
  ];
}

/** Starts after a little pause, as a sentence does after a comma. */
const goTo = (text) => opening('please-go-to', text, { before: 160 });

const ENGLISH = 'en-gb-x-rp';

const en = {
  voice: ENGLISH,
  phrase: 'ticket {label-digits} [please-go-to {desk}]',
  words: [
    opening('ticket', 'ticket'),
    goTo('please go to'),
    opening('desk', 'desk'),
    ...letters(),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
  ],
};

const de = {
  voice: 'de',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'Nummer'),
    goTo('bitte zu'),
    opening('desk', 'Schalter'),
    ...letters(),
    ...ownLetters('äöüß'),
    ...figures(upTo(99)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

const fr = {
  voice: 'fr-fr',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'numéro'),
    goTo('présentez-vous au'),
    opening('desk', 'guichet'),
    ...letters(),
    ...ownLetters('àâçéèêëîïôœùû', { à: 'a accent grave', ô: 'o accent circonflexe', œ: 'e dans l’o' }),
    ...figures(upTo(99)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

const es = {
  voice: 'es',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'número'),
    goTo('acuda al'),
    opening('desk', 'mostrador'),
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

const pt = {
  voice: 'pt',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'senha'),
    goTo('dirija-se ao'),
    opening('desk', 'balcão'),
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

const ARABIC_UNITS = [
  "s['ifR",
  "w'a:Hid",
  "?iTn'a:n",
  "Tal'a:Ta",
  "?'aRbaAa",
  "X'amsa",
  "s'it:a",
  "s'abAa",
  "Tam'a:nija",
  "t'isAa",
];
const ARABIC_TEENS = [
  "A'aSaRa",
  "?'aHada A'aSaR",
  "?'iTna: A'aSaR",
  "Tal'a:Tata A'aSaR",
  "?'aRbaAata A'aSaR",
  "X'amsata A'aSaR",
  "s'it:ata A'aSaR",
  "s'abAata A'aSaR",
  "Tam'a:nijata A'aSaR",
  "t'isAata A'aSaR",
];
const ARABIC_TENS = [
  "AiSR'u:n",
  "Tala:T'u:n",
  "?aRbaA'u:n",
  "Xams'u:n",
  "sit:'u:n",
  "sabA'u:n",
  "Tama:n'u:n",
  "tisA'u:n",
];
const ARABIC_HUNDREDS = [
  "m'i?a",
  "mi?at'a:n",
  "Tala:Tum'i?a",
  "?aRbaAum'i?a",
  "Xamsum'i?a",
  "sit:um'i?a",
  "sabAum'i?a",
  "Tama:ni:m'i?a",
  "tisAum'i?a",
];
const ARABIC_LETTERS = {
  ا: "?'alif",
  ب: "b'a:?",
  ت: "t'a:?",
  ث: "T'a:?",
  ج: "dZ'i:m",
  ح: "H'a:?",
  خ: "X'a:?",
  د: "d'a:l",
  ذ: "D'a:l",
  ر: "R'a:?",
  ز: "z'a:j",
  س: "s'i:n",
  ش: "S'i:n",
  ص: "s['a:d",
  ض: "dH'a:d",
  ط: "t['a:?",
  ظ: "Z'a:?",
  ع: "A'ain",
  غ: "Q'ain",
  ف: "f'a:?",
  ق: "q'a:f",
  ك: "k'a:f",
  ل: "l'a:m",
  م: "m'i:m",
  ن: "n'u:n",
  ه: "h'a:?",
  و: "w'a:w",
  ي: "j'a:?",
  ء: "h'amza",
};

const phonemes = (text) => `[[${text}]]`;

const ar = {
  voice: 'ar',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', phonemes("?aRR'aqm")),
    goTo(phonemes("taf'adHdHalu: ?il'a:")),
    opening('desk', phonemes("?aSSub:'a:k")),
    // Latin letters have their English names, said by an English voice, which knows P from B.
    ...letters({}, ENGLISH),
    ...Object.entries(ARABIC_LETTERS).map(([letter, name]) => opening(letter, phonemes(name), { after: 60 })),
    ...[...ARABIC_UNITS, ...ARABIC_TEENS].map((text, number) => spoken(String(number), phonemes(text))),
    // Units first: "two and forty".
    ...ARABIC_TENS.map((text, at) => spoken(String(TENS[at]), phonemes(text))),
    ...ARABIC_TENS.map((text, at) => spoken(`and-${TENS[at]}`, phonemes(`wa${text}`))),
    ...hundreds(
      ARABIC_HUNDREDS.map(phonemes),
      ARABIC_HUNDREDS.map((text) => phonemes(`${text} wa`)),
    ),
  ],
};

const PINYIN = ['ling2', 'yi1', 'er4', 'san1', 'si4', 'wu3', 'liu4', 'qi1', 'ba1', 'jiu3'];

const PINYIN_TENS = PINYIN.slice(2).map((digit) => `${digit}shi2`);

const zh = {
  voice: 'cmn-latn-pinyin',
  phrase: 'please {label-digits} number [to {desk} window]',
  words: [
    opening('please', 'qing3'),
    opening('number', 'hao4'),
    opening('to', 'dao4'),
    spoken('window', 'hao4 chuang1kou3'),
    // The voice that takes Latin letters for letters, with their names as they are said in China.
    ...letters({}, 'cmn'),
    ...[...PINYIN, ...PINYIN.map((digit, at) => (at === 0 ? 'shi2' : `shi2${digit}`))].map((text, number) =>
      spoken(String(number), text),
    ),
    ...tens(PINYIN_TENS, PINYIN_TENS),
  ],
};

export const VOICES = { ar, de, en, es, fr, pt, zh };
