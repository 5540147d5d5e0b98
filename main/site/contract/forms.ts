/**
 * Form templates and questions, with the field names of the API.
 *
 * Glossary: a *template* belongs to services and asks questions in three *stages*; each question has an *answer type*
 * (`qat_id`) and is asked on *channels* (`visible_on`), named after kinds of devices.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { ANSWER_TYPE, ERASE_DAYS } from '../../forms/contract/form-constants.ts';

const MAX_TEXT = 4000;
const MAX_ID = 200;
/** Maximum questions of one stage of a template. */
export const MAX_QUESTIONS = 100;

const id = () => Type.String({ minLength: 1, maxLength: MAX_ID, pattern: '^[^\\s/?#\\u0000-\\u001f]+$' });
const flag = () => Type.Boolean({ default: false });
const reference = () => Type.String({ maxLength: MAX_ID, default: '' });
const strict = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

export const VisibleOnSchema = strict(
  {
    ticket_kiosks: flag(),
    virtual_ticket: flag(),
    appointments: flag(),
    concierge: flag(),
    extender: flag(),
    qm_pad: flag(),
    card_reader: flag(),
    eticket: flag(),
  },
  { default: {} },
);

export const StaffPermissionsSchema = strict({ visible: flag(), editable: flag() }, { default: {} });

/** With an empty `answer`, any answer to that question matches. */
export const DependsOnSchema = strict(
  {
    has_dependency: flag(),
    question: reference(),
    answer: Type.String({ maxLength: MAX_TEXT, default: '' }),
  },
  { default: {} },
);

/** All fields of a question except id and position. */
export const questionFields = {
  selected: flag(),
  question: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  expanded: flag(),
  anonymize: flag(),
  anonymize_in_days: Type.Integer({ ...ERASE_DAYS, default: 0 }),
  visible_on: VisibleOnSchema,
  staff_permissions: StaffPermissionsSchema,
  depends_on: DependsOnSchema,
  /** Text that may hold a JSON object; see `forms/rules/question-config.ts`. */
  config: Type.String({ maxLength: 20_000, default: '' }),
  qat_id: Type.String({ minLength: 1, maxLength: MAX_ID }),
  required: flag(),
};

export const QuestionSchema = strict({
  id: id(),
  ...questionFields,
  question_order: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});

const questions = () => Type.Array(QuestionSchema, { default: [], maxItems: MAX_QUESTIONS });

export const FormTemplateSchema = strict({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  selected: flag(),
  questions: strict({ before: questions(), during: questions(), end: questions() }, { default: {} }),
});

export const AnswerTypeSchema = strict({
  id: id(),
  name: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
  type: Type.Integer({ minimum: 1, maximum: 9, default: ANSWER_TYPE.text }),
  config: strict(
    {
      mask: Type.Integer({ minimum: 0, maximum: 5, default: 0 }),
      length: Type.String({ maxLength: 10, default: '' }),
    },
    { default: {} },
  ),
  permanent: flag(),
  expanded: flag(),
  selected: flag(),
});

export type Question = Static<typeof QuestionSchema>;
export type FormTemplate = Static<typeof FormTemplateSchema>;
export type AnswerType = Static<typeof AnswerTypeSchema>;
