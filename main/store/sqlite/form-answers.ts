import type { Stage } from '../../contract/form-words.ts';
import type { FormAnswerInput, FormAnswerRecord } from '../store.ts';
import type { Db } from './db.ts';

interface FormAnswerRow {
  readonly question_id: string;
  readonly form_id: string;
  readonly stage: Stage;
  readonly place: number;
  readonly question: string;
  readonly visible: number;
  readonly answer: string | null;
  readonly answered_at: number;
  readonly anonymise_at: number | null;
}

const SELECT = `SELECT question_id, form_id, stage, place, question, visible, answer, answered_at, anonymise_at
  FROM form_answer WHERE ticket_id = ?
  ORDER BY CASE stage WHEN 'before' THEN 0 WHEN 'during' THEN 1 ELSE 2 END, form_id, place, question_id`;

/** In the order in which the questions are asked. */
export function readFormAnswers(db: Db, ticketId: string): readonly FormAnswerRecord[] {
  return db.all<FormAnswerRow>(SELECT, ticketId).map((row) => ({
    questionId: row.question_id,
    formId: row.form_id,
    stage: row.stage,
    place: row.place,
    question: row.question,
    visible: row.visible === 1,
    answer: row.answer === null ? null : readTexts(row.answer),
    answeredAt: row.answered_at,
    anonymiseAt: row.anonymise_at,
  }));
}

const PUT = `INSERT OR REPLACE INTO form_answer
  (ticket_id, question_id, form_id, stage, place, question, visible, answer, answered_at, anonymise_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function putFormAnswers(db: Db, ticketId: string, answers: readonly FormAnswerInput[], now: number): void {
  for (const { questionId, formId, stage, place, question, visible, answer, anonymiseAt } of answers) {
    const text = JSON.stringify(answer);
    db.run(PUT, ticketId, questionId, formId, stage, place, question, visible ? 1 : 0, text, now, anonymiseAt);
  }
}

export function removeFormAnswers(db: Db, ticketId: string, questionIds: readonly string[]): void {
  for (const questionId of questionIds) {
    db.run('DELETE FROM form_answer WHERE ticket_id = ? AND question_id = ?', ticketId, questionId);
  }
}

function readTexts(text: string): readonly string[] {
  const texts: unknown = JSON.parse(text);
  return Array.isArray(texts) ? texts.map(String) : [];
}
