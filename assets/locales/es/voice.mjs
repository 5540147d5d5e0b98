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
  voice: 'es',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'número'),
    goTo('acuda al'),
    opening('desk', 'mostrador'),
    opening('room-please-go-to', 'acuda a la sala', { before: 160 }),
    ...letters({ r: 'erre', y: 'i griega' }),
    ...ownLetters('ñáéíóúü', { ó: 'o acentuada' }),
    ...figures(upTo(29)),
    ...tens({
      joined: [
        // All of these are recorded whole.
        '',
        'treinta i',
        'cuarenta i',
        'cincuenta i',
        'sesenta i',
        'setenta i',
        'ochenta i',
        'noventa i',
      ],
    }),
    ...hundreds({ joined: ['ciento'] }),
  ],
};
