import { figures, hundreds, letters, namedAs, opening, spoken, upTo } from '../../../scripts/lib/voice-parts.mjs';

/** Letters as they are named in Hindi. */
const LATIN_IN_DEVANAGARI = 'ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड'.split(' ');

export default {
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
    ...hundreds(),
  ],
};
