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
  voice: 'pt',
  phrase: 'ticket {label} [please-go-to {desk}]',
  words: [
    opening('ticket', 'senha'),
    goTo('dirija-se ao'),
    opening('desk', 'balcão'),
    opening('room-please-go-to', 'dirija-se à sala', { before: 160 }),
    ...letters({ f: 'éfe', l: 'éle', r: 'érre', s: 'ésse' }),
    ...ownLetters('çãõáâàéêíóôú', { á: 'á agudo', ó: 'ó agudo' }),
    ...figures(upTo(19)),
    // "e" by itself would be read as the letter.
    ...tens({
      joined: ['vinte i', 'trinta i', 'quarenta i', 'cinquenta i', 'sessenta i', 'setenta i', 'oitenta i', 'noventa i'],
    }),
    ...hundreds({
      joined: [
        'cento i',
        'duzentos i',
        'trezentos i',
        'quatrocentos i',
        'quinhentos i',
        'seiscentos i',
        'setecentos i',
        'oitocentos i',
        'novecentos i',
      ],
    }),
  ],
};
