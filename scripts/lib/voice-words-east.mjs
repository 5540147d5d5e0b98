/** Those of Asia: the voice's own letters of sounds for Arabic and Hebrew, whose vowels are not written; Pinyin for Chinese, kana for Japanese. */
import {
  ENGLISH,
  figures,
  goTo,
  HUNDREDS,
  hundreds,
  letters,
  namedAs,
  opening,
  ownLetters,
  phonemes,
  spoken,
  TENS,
  tens,
  upTo,
} from './voice-parts.mjs';

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

export const ar = {
  voice: 'ar',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', phonemes("?aRR'aqm")),
    goTo(phonemes("taf'adHdHalu: ?il'a:")),
    opening('desk', phonemes("?aSSub:'a:k")),
    opening('room-desk', phonemes("?alQ'uRfa")),
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

export const zh = {
  voice: 'cmn-latn-pinyin',
  phrase: 'please {label-digits} number [to {desk} window]',
  words: [
    opening('please', 'qing3'),
    opening('number', 'hao4'),
    opening('to', 'dao4'),
    spoken('window', 'hao4 chuang1kou3'),
    spoken('room-window', 'hao4 fang2jian1'),
    // The voice that takes Latin letters for letters, with their names as they are said in China.
    ...letters({}, 'cmn'),
    ...[...PINYIN, ...PINYIN.map((digit, at) => (at === 0 ? 'shi2' : `shi2${digit}`))].map((text, number) =>
      spoken(String(number), text),
    ),
    ...tens(PINYIN_TENS, PINYIN_TENS),
  ],
};

const PERSIAN_HUNDREDS = [
  "s'ad",
  "div'ist",
  "sis'ad",
  "tSAhARs'ad",
  "pAns'ad",
  "SeSs'ad",
  "hafts'ad",
  "haSts'ad",
  "nohs'ad",
];

export const fa = {
  voice: 'fa',
  phrase: 'ticket {label} [to {desk} please-go-to]',
  words: [
    opening('ticket', 'شمارهٔ'),
    opening('to', 'لطفاً به', { before: 160 }),
    opening('desk', 'باجهٔ'),
    opening('room-desk', phonemes("ot'Aqe")),
    spoken('please-go-to', 'مراجعه کنید'),
    ...letters({}, ENGLISH),
    ...ownLetters('ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی', { و: 'واو' }),
    // Joined by a short "o", which the voice only says in numbers.
    ...figures(upTo(99)),
    ...hundreds(
      PERSIAN_HUNDREDS.map(phonemes),
      PERSIAN_HUNDREDS.map((text) => phonemes(`${text}o`)),
    ),
  ],
};

// The voice reads no Hebrew figure, and guesses vowels.
const HEBREW_NUMBERS = [
  "'efes",
  "?ax'at",
  "St'ajim",
  "Sal'oS",
  '?aQ"b\'a',
  "xam'eS",
  "S'eS",
  "S'eva",
  "Sm'one",
  "t'eSa",
  '?\'eseQ"',
  "?ax'at ?esQ\"'e",
  "St'ejm ?esQ\"'e",
  "Sl'oS ?esQ\"'e",
  '?aQ"b\'a ?esQ"\'e',
  "xam'eS ?esQ\"'e",
  "S'eS ?esQ\"'e",
  "Sv'a ?esQ\"'e",
  "Smon'e ?esQ\"'e",
  "teS'a ?esQ\"'e",
];
const HEBREW_TENS = ['?esQ"\'im', "SloS'im", '?aQ"ba?\'im', "xamiS'im", "SiS'im", "Siv?'im", "Smon'im", "tiS?'im"];
const HEBREW_HUNDREDS = [
  "me?'a",
  "mat'ajim",
  "Sl'oS me?'ot",
  "?aQ\"b'a me?'ot",
  "xam'eS me?'ot",
  "S'eS me?'ot",
  "Sv'a me?'ot",
  "Smon'e me?'ot",
  "teS'a me?'ot",
];
const HEBREW_LETTERS = {
  א: "'alef",
  ב: "b'et",
  ג: "g'imel",
  ד: "d'alet",
  ה: "h'ej",
  ו: "v'av",
  ז: "z'ajin",
  ח: "x'et",
  ט: "t'et",
  י: "j'od",
  כ: "k'af",
  ל: "l'amed",
  מ: "m'em",
  נ: "n'un",
  ס: "s'amex",
  ע: "?'ajin",
  פ: "p'ej",
  צ: "ts'adi",
  ק: "k'uf",
  ר: 'Q"\'ejS',
  ש: "S'in",
  ת: "t'av",
};

export const he = {
  voice: 'he',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', phonemes('misp\'aQ"')),
    goTo(phonemes("n'a lag'eSet ?el")),
    opening('desk', phonemes("dalp'ak")),
    opening('room-desk', phonemes('x\'edeQ"')),
    ...letters({}, ENGLISH),
    ...Object.entries(HEBREW_LETTERS).map(([letter, name]) => opening(letter, phonemes(name), { after: 60 })),
    ...HEBREW_NUMBERS.map((text, number) => spoken(String(number), phonemes(text))),
    ...tens(
      HEBREW_TENS.map(phonemes),
      HEBREW_TENS.map((text) => phonemes(`${text} ve`)),
    ),
    ...hundreds(HEBREW_HUNDREDS.map(phonemes)),
  ],
};

/** Letters as they are named in Hindi. */
const LATIN_IN_DEVANAGARI = 'ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड'.split(' ');

export const hi = {
  voice: 'hi',
  phrase: 'ticket {label} [please {desk} please-go-to]',
  words: [
    opening('ticket', 'टोकन नंबर'),
    opening('please', 'कृपया', { before: 160 }),
    opening('desk', 'काउंटर'),
    opening('room-desk', 'कमरा'),
    spoken('room-please-go-to', 'में आइए'),
    spoken('please-go-to', 'पर आइए'),
    ...letters(namedAs(LATIN_IN_DEVANAGARI)),
    // Hardly two of them up to a hundred are made alike.
    ...figures(upTo(99)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

const KANA_DIGITS = 'ゼロ いち に さん よん ご ろく なな はち きゅう'.split(' ');
const KANA_TENS = KANA_DIGITS.slice(2).map((digit) => `${digit}じゅう`);
const LATIN_IN_KANA =
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'.split(
    ' ',
  );

export const ja = {
  // It reads kana only.
  voice: 'ja',
  phrase: 'ticket {label-digits} number [{desk} please-go-to]',
  words: [
    opening('ticket', 'ばんごうふだ'),
    opening('number', 'ばんのかた'),
    spoken('please-go-to', 'ばんまどぐちへどうぞ'),
    spoken('room-please-go-to', 'ばんのへやへどうぞ'),
    ...letters(namedAs(LATIN_IN_KANA)),
    ...[...KANA_DIGITS, ...KANA_DIGITS.map((digit, at) => (at === 0 ? 'じゅう' : `じゅう${digit}`))].map(
      (text, number) => spoken(String(number), text),
    ),
    ...tens(KANA_TENS, KANA_TENS),
  ],
};

const LATIN_IN_HANGUL =
  '에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트'.split(
    ' ',
  );

export const ko = {
  voice: 'ko',
  phrase: '{label} number [{desk} please-go-to]',
  words: [
    opening('number', '번 고객님'),
    spoken('please-go-to', '번 창구로 오세요'),
    spoken('room-please-go-to', '번 방으로 오세요'),
    ...letters(namedAs(LATIN_IN_HANGUL)),
    ...figures(upTo(19)),
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};

export const vi = {
  voice: 'vi',
  phrase: 'ticket {label-digits} [please-go-to {desk}]',
  words: [
    opening('ticket', 'mời số'),
    goTo('đến'),
    opening('desk', 'quầy'),
    opening('room-desk', 'phòng'),
    ...letters(),
    ...ownLetters('ăâđêôơư'),
    // The last figure of a number changes with the tens before it.
    ...upTo(99).map((number) => spoken(String(number), number === 15 ? 'mười lăm' : String(number))),
  ],
};
