/**
 * Character-by-character reading of numbers and codes. Pure.
 */
import type { TFunction } from 'i18next';

/** Names of characters that voices skip or misread. */
export const SIGN_NAMES: Readonly<Record<string, string>> = {
  '-': 'hyphen',
  '.': 'dot',
  '@': 'at',
  _: 'underscore',
  '/': 'slash',
  '+': 'plus',
  ',': 'comma',
  ':': 'colon',
  "'": 'apostrophe',
  '’': 'apostrophe',
  '#': 'hash',
  '*': 'star',
  '&': 'and',
  '(': 'open',
  ')': 'close',
  '?': 'question',
  '!': 'exclamation',
  '"': 'quote',
  '=': 'equals',
  '%': 'percent',
  ';': 'semicolon',
  '€': 'euro',
  $: 'dollar',
  '<': 'less',
  '>': 'greater',
  '[': 'openSquare',
  ']': 'closeSquare',
  ' ': 'space',
};

/** `A043` is `A, 0, 4, 3`: with a pause after each, and all zeros. */
export function spelled(text: string, t: TFunction): string {
  return [...text].map((sign) => spokenSign(sign, t)).join(', ');
}

export function spokenSign(sign: string, t: TFunction): string {
  const name = SIGN_NAMES[sign];
  return name === undefined ? sign : t(`speech.sign.${name}`);
}
