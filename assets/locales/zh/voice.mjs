import { letters, opening, spoken, tens, writtenNumbers } from '../../../scripts/lib/voice-parts.mjs';

// In Pinyin: the voice does not read characters as people say them.
const PINYIN = ['ling2', 'yi1', 'er4', 'san1', 'si4', 'wu3', 'liu4', 'qi1', 'ba1', 'jiu3'];

const PINYIN_TENS = PINYIN.slice(2).map((digit) => `${digit}shi2`);

export default {
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
    ...writtenNumbers([...PINYIN, ...PINYIN.map((digit, at) => (at === 0 ? 'shi2' : `shi2${digit}`))]),
    ...tens({ alone: PINYIN_TENS }),
  ],
};
