import { figures, goTo, hundreds, letters, opening, ownLetters, upTo } from '../../../scripts/lib/voice-parts.mjs';

export default {
  voice: 'fr-fr',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'numéro'),
    goTo('présentez-vous au'),
    opening('desk', 'guichet'),
    opening('room-please-go-to', 'présentez-vous en salle', { before: 160 }),
    ...letters(),
    ...ownLetters('àâçéèêëîïôœùû', { à: 'a accent grave', ô: 'o accent circonflexe', œ: 'e dans l’o' }),
    ...figures(upTo(99)),
    ...hundreds(),
  ],
};
