/** Stored form answers. */
import type { FormStage } from '../contract/form-constants.ts';

/** An answer to a question of a form. Its text goes into no log and no event. */
export interface FormAnswerInput {
  readonly questionId: string;
  readonly formId: string;
  readonly stage: FormStage;
  /** Place of the question in its form. */
  readonly place: number;
  /** The question as it was asked. */
  readonly question: string;
  /** Whether staff may see it, should the form no longer say. */
  readonly visible: boolean;
  readonly answer: readonly string[];
  /** When it must be erased; null: never. */
  readonly anonymiseAt: number | null;
}

export interface FormAnswerRecord extends Omit<FormAnswerInput, 'answer'> {
  /** Null once it has been erased. */
  readonly answer: readonly string[] | null;
  readonly answeredAt: number;
}

/**
 * What an answer says of its visitor. Of every field: a new one does not compile until it stands here. What can be erased
 * can be null.
 */
export const FORM_ANSWER_PRIVACY = {
  questionId: 'plain',
  formId: 'plain',
  stage: 'plain',
  place: 'plain',
  question: 'plain',
  visible: 'plain',
  answer: 'visitor',
  answeredAt: 'plain',
  anonymiseAt: 'plain',
} as const satisfies {
  readonly [Field in keyof FormAnswerRecord]-?: null extends FormAnswerRecord[Field] ? 'plain' | 'visitor' : 'plain';
};

export type PersonalAnswerField = {
  [Field in keyof FormAnswerRecord]: (typeof FORM_ANSWER_PRIVACY)[Field] extends 'visitor' ? Field : never;
}[keyof FormAnswerRecord];
