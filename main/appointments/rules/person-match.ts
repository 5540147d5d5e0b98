/** Compares personal data with the query of a search. */
import { foldText } from '../../lib/fold-text.ts';

/** Shorter texts are in everyone's data. */
export const MIN_PERSON_TEXT = 3;
const MIN_DIGITS = 5;
/** Separators in telephone numbers and codes. */
const PHONE = /^[+\d\s()./-]+$/;

/** A normalised search text: name, mail address, telephone number, code or card value. */
export interface PersonQuery {
  readonly text: string;
  /** Digits of a telephone number, which has many notations; empty for anything else. */
  readonly digits: string;
}

/** Null for a text that is too short to identify a person. */
export function personQuery(typed: string): PersonQuery | null {
  const text = foldText(typed);
  if (text.length < MIN_PERSON_TEXT) return null;
  const digits = PHONE.test(text) ? text.replace(/\D/g, '') : '';
  return { text, digits: digits.length < MIN_DIGITS ? '' : digits };
}

export function namesPerson({ text, digits }: PersonQuery, kept: string): boolean {
  if (kept === '') return false;
  if (foldText(kept).includes(text)) return true;
  return digits !== '' && kept.replace(/\D/g, '').includes(digits);
}
