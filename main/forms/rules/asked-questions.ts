/** Questions that apply, by channel and earlier answers. */
import type { Channel } from '../contract/form-constants.ts';
import { CHANNELS } from '../contract/form-constants.ts';
import type { FormQuestion } from './form-book.ts';
import { type Answer, readAnswer } from './read-answer.ts';

export type Answers = ReadonlyMap<string, Answer>;

/** Channel of a device type; null for displays and others that ask no questions. */
export function channelOf(deviceType: number): Channel | null {
  return CHANNELS[deviceType - 1] ?? null;
}

/** Whether the answers so far lead to the question. A question without a condition always applies. */
export function isReached(
  question: FormQuestion,
  questions: ReadonlyMap<string, FormQuestion>,
  answers: Answers,
): boolean {
  const seen = new Set<string>();
  for (let at = question; at.dependsOn !== null; ) {
    const other = questions.get(at.dependsOn.questionId);
    const answer = answers.get(at.dependsOn.questionId);
    if (other === undefined || answer === undefined || seen.has(at.id)) return false;
    if (!says(other, answer, at.dependsOn.answer)) return false;
    seen.add(at.id);
    at = other;
  }
  return true;
}

/**
 * Questions of a channel that apply to the answers so far, in order. A kiosk asks the first one without an answer, and
 * evaluates again.
 */
export function askedQuestions(
  questions: readonly FormQuestion[],
  channel: Channel | null,
  answers: Answers,
): readonly FormQuestion[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return questions.filter(
    (question) => (channel === null || question.channels.has(channel)) && isReached(question, byId, answers),
  );
}

function says(question: FormQuestion, answer: Answer, wanted: string): boolean {
  const read = readAnswer(question, wanted);
  if (!read.ok) return answer.includes(wanted.trim());
  const { value } = read;
  return value === null || value.every((text) => answer.includes(text));
}
