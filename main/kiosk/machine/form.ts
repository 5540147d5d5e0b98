/**
 * Questions before one ticket, asked one after another.
 *
 * The form rules decide which questions apply and whether an answer is valid; this selects the question on the screen.
 * The questions are fixed at the touch of the service, so that they never change during a visit.
 */
import type { Channel } from '../../forms/contract/form-constants.ts';
import { type Answers, askedQuestions, isReached } from '../../forms/rules/asked-questions.ts';
import { checkAnswers } from '../../forms/rules/check-answers.ts';
import type { FormQuestion } from '../../forms/rules/form-book.ts';
import { type Answer, type AnswerFaultKind, readAnswer } from '../../forms/rules/read-answer.ts';
import type { CardValue } from '../contract/reader.ts';

export interface FormProgress {
  readonly questions: readonly FormQuestion[];
  readonly channel: Channel;
  /** Id of the question on the screen. */
  readonly at: string;
  readonly answers: Answers;
  /** Questions that the visitor answered or skipped. The others can have an answer from a card, or one just begun. */
  readonly settled: ReadonlySet<string>;
}

/** Result of an answer: a fault, another question, or the end of the form. */
export type AskingStep =
  | { readonly kind: 'fault'; readonly fault: Exclude<AnswerFaultKind, 'unknown'> }
  | { readonly kind: 'ask'; readonly asking: FormProgress }
  | { readonly kind: 'done'; readonly answers: Answers };

type Given = string | readonly string[];
/** Fields of a card, by the group name in its reader's pattern. */
export type CardFields = ReadonlyMap<string, CardValue>;

/** Starts at the first question, with answers from the card; null when there is nothing to ask. */
export function startAsking(
  questions: readonly FormQuestion[],
  channel: Channel,
  fields: CardFields,
): FormProgress | null {
  const answers = fromCard(
    questions.filter((question) => question.channels.has(channel)),
    fields,
  );
  const first = askedQuestions(questions, channel, answers)[0];
  return first === undefined ? null : { questions, channel, at: first.id, answers, settled: new Set() };
}

/**
 * Continues after a card was read: merges its answers, and stays at the same question if it still applies. Null when
 * nothing is asked of card holders.
 */
export function continueWithCard(asking: FormProgress, channel: Channel, fields: CardFields): FormProgress | null {
  const { questions } = asking;
  const fresh = startAsking(questions, channel, fields);
  if (fresh === null) return null;
  const isAsked = (id: string): boolean => questions.some((each) => each.id === id && each.channels.has(channel));
  const answers = new Map([...fresh.answers, ...[...asking.answers].filter(([id]) => isAsked(id))]);
  const asked = askedQuestions(questions, channel, answers);
  const stays = asked.find(({ id }) => id === asking.at);
  const next = stays ?? asked.find(({ id }) => !asking.settled.has(id)) ?? asked[0];
  return { ...fresh, answers, at: next?.id ?? fresh.at, settled: asking.settled };
}

/** Position of the question on the screen, from 1, and the maximum count: later answers can remove questions. */
export function placeOf(asking: FormProgress): { readonly index: number; readonly count: number } {
  const { questions, channel, at, answers } = asking;
  const index = askedQuestions(questions, channel, answers).findIndex(({ id }) => id === at) + 1;
  const count = questions.filter((each) => each.channels.has(channel) && mayBeReached(each, asking)).length;
  return { index, count: Math.max(index, count) };
}

/** Whether the question applies to the answers so far, or can still apply after later ones. */
function mayBeReached(question: FormQuestion, asking: FormProgress, seen: readonly string[] = []): boolean {
  const { questions, channel, at, answers } = asking;
  const { dependsOn } = question;
  if (dependsOn === null) return true;
  const place = questions.findIndex(({ id }) => id === dependsOn.questionId);
  const other = questions[place];
  if (other === undefined || seen.includes(question.id)) return false;
  const isAhead = place >= questions.findIndex(({ id }) => id === at);
  const mayLead = isAhead
    ? other.channels.has(channel)
    : isReached(question, new Map([[other.id, { ...other, dependsOn: null }]]), answers);
  return mayLead && mayBeReached(other, asking, [...seen, question.id]);
}

export function questionAt({ questions, at }: FormProgress): FormQuestion {
  const question = questions.find(({ id }) => id === at);
  if (question === undefined) throw new Error('The current question is not in the form.');
  return question;
}

/** Stores a valid answer to the question on the screen, and continues. */
export function answer(asking: FormProgress, given: Given): AskingStep {
  const question = questionAt(asking);
  const read = readAnswer(question, given);
  if (!read.ok) return { kind: 'fault', fault: read.error === 'unknown' ? 'format' : read.error };
  if (read.value === null) return skip(asking);
  return goOn({
    ...asking,
    answers: new Map(asking.answers).set(question.id, read.value),
    settled: new Set(asking.settled).add(question.id),
  });
}

/** Continues without an answer; removes an earlier one. */
export function skip(asking: FormProgress): AskingStep {
  const { id, required } = questionAt(asking);
  if (required) return { kind: 'fault', fault: 'required' };
  return goOn({ ...asking, answers: withoutAnswer(asking.answers, id), settled: new Set(asking.settled).add(id) });
}

/** The previous question, with the answers so far; null from the first one. A removed answer is asked for again. */
export function goBack(asking: FormProgress, given: Given): FormProgress | null {
  const question = questionAt(asking);
  const read = readAnswer(question, given);
  const value = read.ok ? read.value : null;
  const answers =
    value === null ? withoutAnswer(asking.answers, question.id) : new Map(asking.answers).set(question.id, value);
  const isSkipped = read.ok && value === null && !asking.answers.has(question.id);
  const settled = value !== null || isSkipped ? asking.settled : without(asking.settled, question.id);
  const asked = askedQuestions(asking.questions, asking.channel, answers);
  const before = asked[asked.findIndex(({ id }) => id === question.id) - 1];
  return before === undefined ? null : { ...asking, answers, settled, at: before.id };
}

/**
 * Asks the first question that is not settled. After a change of an earlier answer these are the questions that it made
 * apply, then the one that the visitor came back from: no question is asked twice.
 */
function goOn(asking: FormProgress): AskingStep {
  const { questions, channel, answers, settled } = asking;
  const asked = askedQuestions(questions, channel, answers);
  const next = asked.find(({ id }) => !settled.has(id));
  if (next !== undefined) return { kind: 'ask', asking: { ...asking, at: next.id } };
  const checked = checkAnswers({ questions, given: answers, channel, complete: true });
  if (checked.ok) return { kind: 'done', answers: checked.value };
  const [fault] = checked.error;
  const missing = asked.find(({ id }) => id === fault?.questionId);
  if (missing === undefined) throw new Error('The form has an error in a question that is not shown.');
  return { kind: 'ask', asking: { ...asking, at: missing.id } };
}

/** Group name in a pattern that answers a question: its id, with `_` for characters not allowed in a name. */
export function groupNameOf(questionId: string): string {
  return questionId.replace(/[^A-Za-z0-9_$]/g, '_').replace(/^(?=[0-9])/, '_');
}

function fromCard(questions: readonly FormQuestion[], fields: CardFields): Answers {
  return new Map(
    questions.flatMap((question): readonly (readonly [string, Answer])[] => {
      const field = fields.get(question.id) ?? fields.get(groupNameOf(question.id));
      if (field === undefined) return [];
      const read = readAnswer(question, field.reveal());
      return read.ok && read.value !== null ? [[question.id, read.value]] : [];
    }),
  );
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((each) => each !== id));
}

function withoutAnswer(answers: Answers, id: string): Answers {
  return new Map([...answers].filter(([each]) => each !== id));
}
