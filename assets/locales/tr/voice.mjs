import {
  figures,
  hundreds,
  letters,
  opening,
  ownLetters,
  spoken,
  tens,
  upTo,
} from '../../../scripts/lib/voice-parts.mjs';

export default {
  voice: 'tr',
  phrase: 'ticket {label} [{desk} please-go-to]',
  words: [
    opening('ticket', 'sıra numarası'),
    spoken('please-go-to', 'numaralı gişeye buyurun'),
    spoken('room-please-go-to', 'numaralı odaya buyurun'),
    ...letters(),
    ...ownLetters('çğıöşü'),
    // The small letter of İ, as a browser writes it.
    opening('i̇', 'i', { after: 60 }),
    ...figures(upTo(19)),
    ...tens(),
    ...hundreds(),
  ],
};
