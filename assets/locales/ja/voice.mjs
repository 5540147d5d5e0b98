import { letters, namedAs, opening, spoken, tens, writtenNumbers } from '../../../scripts/lib/voice-parts.mjs';

const KANA_DIGITS = 'ゼロ いち に さん よん ご ろく なな はち きゅう'.split(' ');
const KANA_TENS = KANA_DIGITS.slice(2).map((digit) => `${digit}じゅう`);
const LATIN_IN_KANA =
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'.split(
    ' ',
  );

export default {
  // It reads kana only.
  voice: 'ja',
  phrase: 'ticket {label-digits} number [{desk} please-go-to]',
  words: [
    opening('ticket', 'ばんごうふだ'),
    opening('number', 'ばんのかた'),
    spoken('please-go-to', 'ばんまどぐちへどうぞ'),
    spoken('room-please-go-to', 'ばんのへやへどうぞ'),
    ...letters(namedAs(LATIN_IN_KANA)),
    ...writtenNumbers([...KANA_DIGITS, ...KANA_DIGITS.map((digit, at) => (at === 0 ? 'じゅう' : `じゅう${digit}`))]),
    ...tens({ alone: KANA_TENS }),
  ],
};
