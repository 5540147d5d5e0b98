/** REST schemas of form questions for kiosks and staff. */
import Type, { type Static } from 'typebox';
import { described, ticketId } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

const askedFields = {
  id: text,
  question: text,
  /** 1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number. */
  type: integer,
  config: Type.Object({
    /** Highest rating. */
    to: integer,
    /** For a text: 2 digits, 3 letters, 4 letters and digits, 5 custom pattern, otherwise any. */
    mask: integer,
    /** Maximum characters of a text; 0: only the general limit. */
    length: integer,
    regex: text,
    example: text,
    options: Type.Array(text),
  }),
  required: flag,
  /** Asked only if `question` was answered with `answer`; with an empty `answer`, if it has any answer. */
  depends_on: Type.Object({ has_dependency: flag, question: text, answer: text }),
  /** By language; `options` in the order of the original options, or empty. */
  translations: Type.Record(Type.String(), Type.Object({ question: text, options: Type.Array(text) })),
};

export const KioskQuestionSchema = Type.Object(
  {
    ...askedFields,
    /** Channels of the question: the kiosk's own, and `card_reader` after a card. */
    channels: Type.Array(text),
  },
  { title: 'KioskQuestion' },
);

/** Questions in order. */
export const KioskFormSchema = Type.Object(
  { id: text, name: text, questions: Type.Array(KioskQuestionSchema) },
  { title: 'KioskForm' },
);

export const TicketQuestionSchema = Type.Object(
  {
    ...askedFields,
    form_id: text,
    /** `before`, `during` or `end`. */
    stage: text,
    editable: flag,
    /** Whether the answers so far lead to the question. */
    asked: flag,
    answered: flag,
    /** Answered and erased since. */
    anonymised: flag,
    /** One text, several for a multiple choice, none without an answer. */
    answers: Type.Array(text),
  },
  { title: 'TicketQuestion' },
);

/** Answers by question id. Any id is allowed. */
export const formAnswers = Type.Record(Type.String(), Type.Unknown());

export const TicketAnswersParameters = Type.Object({ ticket_id: ticketId });
export const SaveTicketAnswersParameters = Type.Object({
  ticket_id: ticketId,
  form_answers: described(
    Type.Record(Type.String(), Type.Unknown(), { needed: true }),
    'Answers to questions, by question id: a text, or a list of texts.',
  ),
});
export const TicketAnswersAnswer = Type.Object({ success, questions: Type.Array(TicketQuestionSchema) });

export type KioskQuestion = Static<typeof KioskQuestionSchema>;
export type KioskForm = Static<typeof KioskFormSchema>;
export type TicketQuestion = Static<typeof TicketQuestionSchema>;
