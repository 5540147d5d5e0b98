/** Answers of a ticket as lines for staff. */
import type { FormQuestion } from './form-book.ts';

export interface KeptAnswer {
  readonly questionId: string;
  /** Text of the question at that time. */
  readonly question: string;
  /** Whether staff can see it, if the question is deleted. */
  readonly visible: boolean;
  /** Null once erased. */
  readonly answer: readonly string[] | null;
}

/** `question: answer` for each answer visible to staff. */
export function extraInfo(questions: readonly FormQuestion[], answers: readonly KeptAnswer[]): string[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return answers.flatMap(({ questionId, question, visible, answer }) =>
    answer !== null && (byId.get(questionId)?.staffSees ?? visible) ? [`${question}: ${answer.join(', ')}`] : [],
  );
}
