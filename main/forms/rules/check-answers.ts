/** Validation of all answers to some forms at once. */

import { fail, ok, type Result } from '../../lib/result.ts';
import type { Channel } from '../contract/form-constants.ts';
import { type Answers, askedQuestions, isReached } from './asked-questions.ts';
import type { FormQuestion } from './form-book.ts';
import { type Answer, type AnswerFaultKind, readAnswer } from './read-answer.ts';

export interface AnswerFault {
  readonly questionId: string;
  readonly kind: AnswerFaultKind;
}

export interface AnswerCheck {
  /** All questions that can be answered here. */
  readonly questions: readonly FormQuestion[];
  /** Answers as sent, by question id. */
  readonly given: ReadonlyMap<string, unknown>;
  /** Channel of the questions; null: unknown, so that all channels apply. */
  readonly channel: Channel | null;
  /** Existing answers; given ones replace them. */
  readonly known?: Answers;
  /** Whether every required question must have an answer now; otherwise only given answers are checked. */
  readonly complete: boolean;
}

/** Valid answers in the order of the questions, without those whose condition is not met; or all faults. */
export function checkAnswers(check: AnswerCheck): Result<Answers, readonly AnswerFault[]> {
  const { questions, given, channel, known = new Map<string, Answer>() } = check;
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answers = new Map(known);
  const faults: AnswerFault[] = [];
  const wrong = new Map<string, AnswerFaultKind>();
  for (const [questionId, value] of given) {
    const question = byId.get(questionId);
    if (question === undefined) {
      faults.push({ questionId, kind: 'unknown' });
      continue;
    }
    const read = readAnswer(question, value);
    if (!read.ok) wrong.set(questionId, read.error);
    if (read.ok && read.value !== null) answers.set(questionId, read.value);
    else answers.delete(questionId);
  }
  const reached = questions.filter((question) => isReached(question, byId, answers));
  const asked = new Set(askedQuestions(questions, channel, answers).map(({ id }) => id));
  for (const { id, required } of reached) {
    const kind = wrong.get(id);
    if (kind !== undefined) faults.push({ questionId: id, kind });
    else if (required && !answers.has(id) && ((check.complete && asked.has(id)) || given.has(id))) {
      faults.push({ questionId: id, kind: 'required' });
    }
  }
  // Reports an invalid answer even to a question that does not apply.
  const told = new Set(faults.map(({ questionId }) => questionId));
  for (const [questionId, kind] of wrong) if (!told.has(questionId)) faults.push({ questionId, kind });
  if (faults.length > 0) return fail(faults);
  return ok(new Map(reached.flatMap(({ id }) => pair(id, answers.get(id)))));
}

function pair(id: string, answer: Answer | undefined): readonly (readonly [string, Answer])[] {
  return answer === undefined ? [] : [[id, answer]];
}
