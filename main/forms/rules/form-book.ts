/** Parsed forms of a site: templates by id, questions in order, configs. */

import type { AnswerType, FormTemplate, Question } from '../../site/contract/forms.ts';
import type { SiteSetup } from '../../site/contract/site.ts';
import type { Channel, FormStage } from '../contract/form-constants.ts';
import { ANSWER_TYPE, CHANNELS, STAGES } from '../contract/form-constants.ts';
import { allAnswerTypes, type QuestionConfig, readConfig } from './question-config.ts';

/** A question with everything needed to ask it and check its answer. */
export interface FormQuestion {
  readonly id: string;
  readonly formId: string;
  readonly stage: FormStage;
  /** Position among all questions of the form. */
  readonly place: number;
  readonly text: string;
  /** See `ANSWER_TYPE`. */
  readonly type: number;
  readonly config: QuestionConfig;
  readonly required: boolean;
  readonly channels: ReadonlySet<Channel>;
  readonly staffSees: boolean;
  readonly staffEdits: boolean;
  /** Empty `answer`: any answer. */
  readonly dependsOn: { readonly questionId: string; readonly answer: string } | null;
  /** Days until the answer is erased; null: never. */
  readonly anonymiseInDays: number | null;
}

export interface FormBook {
  /** By name, then id. */
  readonly templates: readonly FormTemplate[];
  readonly answerTypes: readonly AnswerType[];
  template(id: string): FormTemplate | undefined;
  /** Questions of these templates in order. A question in several templates is asked once. */
  questions(formIds: readonly string[]): readonly FormQuestion[];
}

const books = new WeakMap<SiteSetup, FormBook>();

/** @param site anything with a valid site file, such as a `Site` */
export function formBook({ file }: { readonly file: SiteSetup }): FormBook {
  const known = books.get(file);
  if (known !== undefined) return known;
  const book = readBook(file);
  books.set(file, book);
  return book;
}

function readBook(file: SiteSetup): FormBook {
  const answerTypes = allAnswerTypes(file.question_answer_types);
  const types = new Map(answerTypes.map((type) => [type.id, type]));
  const templates = [...file.forms].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const byId = new Map(templates.map((template) => [template.id, template]));
  const read = new Map<string, readonly FormQuestion[]>();
  const questionsOf = (template: FormTemplate): readonly FormQuestion[] => {
    const known = read.get(template.id) ?? readTemplate(template, types);
    read.set(template.id, known);
    return known;
  };
  return {
    templates,
    answerTypes,
    template: (id) => byId.get(id),
    questions(formIds) {
      const found = new Map<string, FormQuestion>();
      for (const template of new Set(formIds.flatMap((id) => byId.get(id) ?? []))) {
        for (const question of questionsOf(template)) {
          if (!found.has(question.id)) found.set(question.id, question);
        }
      }
      return [...found.values()];
    },
  };
}

function readTemplate(template: FormTemplate, types: ReadonlyMap<string, AnswerType>): readonly FormQuestion[] {
  return STAGES.flatMap((stage) => inOrder(template.questions[stage]).map((question) => ({ stage, question }))).map(
    ({ stage, question }, place) => {
      const type = types.get(question.qat_id);
      const { has_dependency, question: questionId, answer } = question.depends_on;
      return {
        id: question.id,
        formId: template.id,
        stage,
        place,
        text: question.question,
        type: type?.type ?? ANSWER_TYPE.text,
        config: readConfig(question.config, type).config,
        required: question.required,
        channels: new Set(CHANNELS.filter((channel) => question.visible_on[channel])),
        staffSees: question.staff_permissions.visible,
        staffEdits: question.staff_permissions.visible && question.staff_permissions.editable,
        dependsOn: has_dependency ? { questionId, answer } : null,
        anonymiseInDays: question.anonymize ? question.anonymize_in_days : null,
      };
    },
  );
}

/** By `question_order`, else in stored order. */
export function inOrder(questions: readonly Question[]): Question[] {
  return [...questions].sort((a, b) => a.question_order - b.question_order);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
