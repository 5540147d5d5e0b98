/**
 * `ESC R n`: the twelve ASCII places that national character sets replace. Epson's ESC/POS reference, "international
 * character set".
 */
const PLACES = '#$@[\\]^`{|}~';

const SETS: readonly string[] = [
  PLACES,
  '#$à°ç§^`éùè¨',
  '#$§ÄÖÜ^`äöüß',
  '£$@[\\]^`{|}~',
  '#$@ÆØÅ^`æøå~',
  '#¤ÉÄÖÅÜéäöåü',
  '#$@°\\é^ùàòèì',
  '₧$@¡Ñ¿^`¨ñ}~',
  '#$@[¥]^`{|}~',
  '#¤ÉÆØÅÜéæøåü',
  '#$ÉÆØÅÜéæøåü',
  '#$á¡Ñ¿é`íñóú',
  '#$á¡Ñ¿éüíñóú',
  '#$@[₩]^`{|}~',
  '#$ŽŠĐĆČžšđćč',
  '#¥@[\\]^`{|}~',
];

export function hasInternationalSet(n: number): boolean {
  return n < SETS.length;
}

/** The character that an ASCII byte prints under international set `n`. */
export function internationalCharacter(n: number, ascii: string): string {
  const place = PLACES.indexOf(ascii);
  return place < 0 ? ascii : (SETS[n]?.[place] ?? ascii);
}
