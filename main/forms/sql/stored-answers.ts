/** Stored answers to forms, read and checked. Damaged text counts as empty. */

import { isListOf, isText, readKept } from '../../database/stored-json.ts';
import type { FormAnswerRecord } from '../operations/form-answer-records.ts';

/** Answers to a question of a form; null: they cannot be read. */
function answerTextsOf(ticketId: string, text: string): readonly string[] | null {
  return readKept<readonly string[]>(text, isListOf(isText), { table: 'form_answer', id: ticketId });
}

/** Of a damaged answer its raw text: who is in it can still be found, and erased. */
export function personalTextsOf(ticketId: string, text: string | null): readonly string[] {
  return text === null ? [] : (answerTextsOf(ticketId, text) ?? [text]);
}

/** An answer as its row has it: JSON, or null once it is erased. */
export type StoredAnswerRow = Omit<FormAnswerRecord, 'answer'> & { readonly answer: string | null };

/** The answers of these rows that can be read. A damaged one can be given again. */
export function formAnswersOf(ticketId: string, rows: readonly StoredAnswerRow[]): readonly FormAnswerRecord[] {
  return rows.flatMap(({ answer: text, ...row }) => {
    const answer = text === null ? null : answerTextsOf(ticketId, text);
    return text !== null && answer === null ? [] : [{ ...row, answer }];
  });
}
