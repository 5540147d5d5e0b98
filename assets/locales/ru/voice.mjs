import {
  figures,
  goTo,
  hundreds,
  LATIN_IN_CYRILLIC,
  letters,
  opening,
  ownLetters,
  tens,
  upTo,
} from '../../../scripts/lib/voice-parts.mjs';

export default {
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
    ...tens(),
    ...hundreds(),
  ],
};
