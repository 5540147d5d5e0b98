import {
  figures,
  goTo,
  HUNDREDS,
  hundreds,
  LATIN_IN_CYRILLIC,
  letters,
  opening,
  ownLetters,
  TENS,
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
    ...tens(TENS.map(String), TENS.map(String)),
    ...hundreds(HUNDREDS.map((count) => `${count}00`)),
  ],
};
