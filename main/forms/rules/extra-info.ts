/** The answers of a ticket as lines for staff. */
import type { FormQuestion } from './form-book.ts';

export interface KeptAnswer {
  readonly questionId: string;
  /** The question as it was asked. */
  readonly question: string;
  /** Whether staff may see it, should the form no longer say. */
  readonly visible: boolean;
  /** Null once it has been erased. */
  readonly answer: readonly string[] | null;
}

/** `question: answer`, one for each answer that staff may see. */
export function extraInfo(questions: readonly FormQuestion[], answers: readonly KeptAnswer[]): string[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return answers.flatMap(({ questionId, question, visible, answer }) =>
    answer !== null && (byId.get(questionId)?.staffSees ?? visible) ? [`${question}: ${answer.join(', ')}`] : [],
  );
}
