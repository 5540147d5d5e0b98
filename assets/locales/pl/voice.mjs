import {
  figures,
  goTo,
  hundreds,
  letters,
  opening,
  ownLetters,
  tens,
  upTo,
} from '../../../scripts/lib/voice-parts.mjs';

export default {
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
    ...tens(),
    ...hundreds(),
  ],
};
