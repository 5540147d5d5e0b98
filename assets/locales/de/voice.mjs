import { figures, goTo, hundreds, letters, opening, ownLetters, upTo } from '../../../scripts/lib/voice-parts.mjs';

export default {
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
    ...hundreds(),
  ],
};
