import {
  ENGLISH,
  figures,
  hundreds,
  letters,
  opening,
  ownLetters,
  phonemes,
  spoken,
  upTo,
} from '../../../scripts/lib/voice-parts.mjs';

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

export default {
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
    ...hundreds({
      alone: PERSIAN_HUNDREDS.map(phonemes),
      joined: PERSIAN_HUNDREDS.map((text) => phonemes(`${text}o`)),
    }),
  ],
};
