import { goTo, letters, opening, ownLetters, spoken, upTo } from '../../../scripts/lib/voice-parts.mjs';

export default {
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
