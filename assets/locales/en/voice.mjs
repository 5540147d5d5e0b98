import { ENGLISH, figures, goTo, letters, opening, tens, upTo } from '../../../scripts/lib/voice-parts.mjs';

export default {
  voice: ENGLISH,
  phrase: 'ticket {label-digits} [please-go-to {desk}]',
  words: [
    opening('ticket', 'ticket'),
    goTo('please go to'),
    opening('desk', 'desk'),
    opening('room-desk', 'room'),
    ...letters(),
    ...figures(upTo(19)),
    ...tens(),
  ],
};
