/** Questions to a visitor without a code: name or reference, then birthday. */

import { readDate } from '../../forms/rules/read-answer.ts';
import type { LookUpFault, LookUpQuestion } from '../contract/kiosk.ts';
import { CardValue } from '../contract/reader.ts';

/** Answers are protected like card values: they never appear in a log. */
export interface LookUp {
  readonly asks: LookUpQuestion;
  readonly visitor: CardValue | null;
  readonly birthday: CardValue | null;
  /** The request to the server is running. */
  readonly looking: boolean;
  readonly fault: LookUpFault;
}

export interface SoughtPerson {
  readonly visitor: CardValue;
  /** `yyyy-mm-dd`. */
  readonly birthday: CardValue;
}

export const FIRST_QUESTION: LookUp = { asks: 'visitor', visitor: null, birthday: null, looking: false, fault: '' };

const MAX_VISITOR_TEXT = 200;

/** The next question, or after the last answer the person to find. */
export function answerLookUp(before: LookUp, given: string): { readonly next: LookUp; readonly person?: SoughtPerson } {
  const text = given.trim();
  if (text === '' || text.length > MAX_VISITOR_TEXT) return { next: { ...before, fault: 'required' } };
  if (before.asks === 'visitor' || before.visitor === null) {
    return { next: { ...before, asks: 'birthday', visitor: new CardValue(text), fault: '' } };
  }
  const date = readDate(text);
  if (date === null) return { next: { ...before, fault: 'date' } };
  const person = { visitor: before.visitor, birthday: new CardValue(date) };
  return { next: { ...before, ...person, looking: true, fault: '' }, person };
}

/** The previous question; null from the first one. */
export function backInLookUp(before: LookUp): LookUp | null {
  return before.asks === 'visitor' ? null : { ...before, asks: 'visitor', fault: '' };
}

/** The present answer to the question on the screen. */
export function answerShown({ asks, visitor, birthday }: LookUp): readonly string[] {
  const given = asks === 'visitor' ? visitor : birthday;
  return given === null ? [] : [given.reveal()];
}
