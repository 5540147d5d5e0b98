/** REST schemas of form templates. JSON only. */
import Type, { type Static } from 'typebox';
import {
  described,
  formId,
  omittable,
  optionalFlag,
  optionalId,
  optionalThingId,
  requiredId,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { MAX_QUESTIONS, questionFields } from '../../../site/contract/forms.ts';

const questionParameters = omittable(
  Type.Array(
    Type.Object({
      id: optionalId,
      ...questionFields,
      /** A JSON object is accepted and stored as its text. */
      config: Type.String({ ...questionFields.config, format: 'json-text' }),
      question_order: omittable(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    }),
    { default: [], maxItems: MAX_QUESTIONS },
  ),
);

const templateParameters = {
  name: described(Type.String({ minLength: 1, maxLength: 4000 }), 'Name of the template.'),
  selected: described(optionalFlag, 'Whether the form editor shows it as selected.'),
  /** Each list can also be an object keyed by question position. */
  questions: described(
    Type.Object({ before: questionParameters, during: questionParameters, end: questionParameters }, { needed: true }),
    'Questions before, during and at the end of the visit: each a list, or an object keyed by position.',
  ),
};

export const NoParameters = Type.Object({});
/** A new template keeps a given id. */
export const CreateFormParameters = Type.Object({ id: optionalThingId, ...templateParameters });
export const UpdateFormParameters = Type.Object({ form_id: formId, ...templateParameters });
export const FormParameters = Type.Object({ form_id: formId });
export const FormQuestionParameters = Type.Object({
  form_id: formId,
  question_id: described(requiredId, 'Id of the question.'),
});

export const QuestionViewSchema = Type.Object(
  {
    id: text,
    selected: flag,
    question: text,
    expanded: flag,
    anonymize: flag,
    anonymize_in_days: integer,
    visible_on: Type.Object({
      ticket_kiosks: flag,
      virtual_ticket: flag,
      appointments: flag,
      concierge: flag,
      extender: flag,
      qm_pad: flag,
      card_reader: flag,
      eticket: flag,
    }),
    staff_permissions: Type.Object({ visible: flag, editable: flag }),
    depends_on: Type.Object({ has_dependency: flag, question: text, answer: text }),
    config: text,
    qat_id: text,
    required: flag,
  },
  { title: 'FormQuestion' },
);

const views = Type.Array(QuestionViewSchema);

export const FormTemplateViewSchema = Type.Object(
  {
    id: text,
    name: text,
    selected: flag,
    questions: Type.Object({ before: views, during: views, end: views }),
  },
  { title: 'FormTemplate' },
);

/** In the detail, the questions before the visit are an object keyed by position: `"0"`, `"1"` … */
export const FormDetailSchema = Type.Object(
  {
    id: text,
    name: text,
    selected: flag,
    questions: Type.Object({ before: Type.Record(Type.String(), QuestionViewSchema), during: views, end: views }),
  },
  { title: 'FormDetail' },
);

export const AnswerTypeViewSchema = Type.Object(
  {
    id: text,
    name: text,
    type: integer,
    config: Type.Object({ mask: integer, length: text }),
    permanent: flag,
    expanded: flag,
    selected: flag,
  },
  { title: 'AnswerType' },
);

export const FormsAnswer = Type.Object({
  success,
  forms: Type.Array(FormTemplateViewSchema),
  fields: Type.Array(AnswerTypeViewSchema),
});
export const FormAnswer = Type.Object({ success, role: FormDetailSchema });
export const FormIdAnswer = Type.Object({ success, id: text });
export const AnswerTypesAnswer = Type.Object({ success, question_answer_types: Type.Array(AnswerTypeViewSchema) });

export type QuestionView = Static<typeof QuestionViewSchema>;
export type CreateFormParameters = Static<typeof CreateFormParameters>;
