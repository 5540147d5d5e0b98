/** Compares personal data with the query of a search. */
import { foldText } from '../../lib/fold-text.ts';

/** Shorter texts are in everyone's data. */
export const MIN_PERSON_TEXT = 3;
const MIN_DIGITS = 5;
/** What people write in telephone numbers and codes beside digits. */
const PHONE = /^[+\d\s()./-]+$/;

/** A name, a mail address, a telephone number, a code or the value of a card, ready to be compared. */
export interface PersonQuery {
  readonly text: string;
  /** Of a telephone number, which is written in many ways; empty for anything else. */
  readonly digits: string;
}

/** Null for a text that is too short to mean one person. */
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
