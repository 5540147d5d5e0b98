/** Stored form answers. */
import type { FormStage } from '../contract/form-constants.ts';

/** An answer to a form question. Its text must not appear in logs or events. */
export interface FormAnswerInput {
  readonly questionId: string;
  readonly formId: string;
  readonly stage: FormStage;
  /** Position of the question in its form. */
  readonly place: number;
  /** Text of the question at that time. */
  readonly question: string;
  /** Whether staff can see it, if the question is deleted. */
  readonly visible: boolean;
  readonly answer: readonly string[];
  /** Erasure time; null: never. */
  readonly anonymiseAt: number | null;
}

export interface FormAnswerRecord extends Omit<FormAnswerInput, 'answer'> {
  /** Null once erased. */
  readonly answer: readonly string[] | null;
  readonly answeredAt: number;
}

/** Privacy class of each field: a new field compiles only with a class. Fields that can be erased are nullable. */
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
