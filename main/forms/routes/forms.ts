/**
 * REST operations for form templates and answer types (chapter 4.3 of the API).
 *
 * They are part of the site and are changed through it.
 */

import { siteEditor } from '../../access/service/caller.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { uuidSource } from '../../lib/uuid.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { AnswerType, FormTemplate, Question } from '../../site/contract/forms.ts';
import { ID_TAKEN } from '../../site/service/edit-site.ts';
import { siteRefusal } from '../../site/service/site-fault.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { LIST_ANSWER_TYPES } from '../contract/endpoints.ts';
import { STAGES } from '../contract/form-constants.ts';
import {
  AnswerTypesAnswer,
  CreateFormParameters,
  FormAnswer,
  FormIdAnswer,
  FormParameters,
  FormQuestionParameters,
  FormsAnswer,
  NoParameters,
  type QuestionView,
  UpdateFormParameters,
} from '../contract/rest/forms.ts';
import { formBook, inOrder } from '../rules/form-book.ts';

/** The API names no permission here. Forms apply to all locations, so the back office's is required. */
const CHANGES = ['admin_site'] as const;
const newId = uuidSource();

interface FormServices {
  readonly sites: SiteHolder;
}

const forms = operation({
  name: 'forms',
  part: 'interface',
  area: 'forms',
  summary: 'All form templates and answer types.',
  method: 'GET',
  path: '/restapi/v2/forms',
  parameters: NoParameters,
  answer: FormsAnswer,
  jsonOnly: true,
  async handle(_parameters, { site }) {
    const { templates, answerTypes } = formBook(site);
    return ok({
      success: true,
      forms: templates.map(({ id, name, selected, questions }) => ({
        id,
        name,
        selected,
        questions: views(questions),
      })),
      fields: [...answerTypes],
    });
  },
});

const form = operation({
  name: 'form',
  part: 'interface',
  area: 'forms',
  summary: 'One form template with its questions.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: '/restapi/v2/forms/:form_id',
  parameters: FormParameters,
  answer: FormAnswer,
  jsonOnly: true,
  async handle({ form_id }, { site }) {
    const template = formBook(site).template(form_id);
    if (template === undefined) return refuse(ERRNO.notFound, 'form_id');
    const { id, name, selected } = template;
    const { before, during, end } = views(template.questions);
    return ok({
      success: true,
      role: { id, name, selected, questions: { before: Object.fromEntries(before.entries()), during, end } },
    });
  },
});

const createForm = ({ sites }: FormServices) =>
  operation({
    name: 'create_form',
    part: 'interface',
    area: 'forms',
    summary: 'Creates a form template.',
    method: 'POST',
    path: '/restapi/v2/forms',
    roles: CHANGES,
    parameters: CreateFormParameters,
    answer: FormIdAnswer,
    jsonOnly: true,
    async handle(parameters, context) {
      const { now } = context;
      return saveForm(sites, context, template(parameters.id || newId(now), parameters, now), true);
    },
  });

const updateForm = ({ sites }: FormServices) =>
  operation({
    name: 'update_form',
    part: 'interface',
    area: 'forms',
    summary: 'Replaces a form template. The HTTP method UPDATE has the same effect.',
    errnos: [ERRNO.notFound],
    method: ['PUT', 'PATCH'],
    takesUpdate: true,
    path: '/restapi/v2/forms/:form_id',
    roles: CHANGES,
    parameters: UpdateFormParameters,
    answer: FormIdAnswer,
    jsonOnly: true,
    async handle(parameters, context) {
      const known = formBook(context.site).template(parameters.form_id);
      if (known === undefined) return refuse(ERRNO.notFound, 'form_id');
      return saveForm(sites, context, template(known.id, parameters, context.now), false);
    },
  });

const deleteForm = ({ sites }: FormServices) =>
  operation({
    name: 'delete_form',
    part: 'interface',
    area: 'forms',
    summary: 'Deletes a form template and removes it from its services.',
    errnos: [ERRNO.notFound],
    method: 'DELETE',
    path: '/restapi/v2/forms/:form_id',
    roles: CHANGES,
    parameters: FormParameters,
    answer: DoneAnswer,
    jsonOnly: true,
    async handle({ form_id }, context) {
      let found = false;
      const changed = await sites.change(({ file }) => {
        found = file.forms.some(({ id }) => id === form_id);
        if (!found) return null;
        return {
          ...file,
          forms: file.forms.filter(({ id }) => id !== form_id),
          // Services drop the reference to the form.
          services: file.services.map((service) => ({
            ...service,
            forms: service.forms.filter((id) => id !== form_id),
          })),
        };
      }, siteEditor(context));
      if (!found) return refuse(ERRNO.notFound, 'form_id');
      return changed.ok ? ok({ success: true }) : fail(siteRefusal(changed.error, stillUsed));
    },
  });

const deleteQuestion = ({ sites }: FormServices) =>
  operation({
    name: 'delete_question',
    part: 'interface',
    area: 'forms',
    summary: 'Deletes a question of a form template.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    method: 'DELETE',
    path: '/restapi/v2/forms/:form_id/questions/:question_id',
    roles: CHANGES,
    parameters: FormQuestionParameters,
    answer: DoneAnswer,
    jsonOnly: true,
    async handle({ form_id, question_id }, context) {
      let refusal: Refusal | null = null;
      const changed = await sites.change(({ file }) => {
        const known = file.forms.find(({ id }) => id === form_id);
        const all = known === undefined ? [] : STAGES.flatMap((stage) => known.questions[stage]);
        if (known === undefined) refusal = { errno: ERRNO.notFound, parameter: 'form_id' };
        else if (!all.some(({ id }) => id === question_id)) {
          refusal = { errno: ERRNO.notFound, parameter: 'question_id' };
        } else if (all.some(({ depends_on: on }) => on.has_dependency && on.question === question_id)) {
          refusal = codedRefusal('question_in_use', { parameter: 'question_id' });
        }
        if (known === undefined || refusal !== null) return null;
        const without = (questions: readonly Question[]) => questions.filter(({ id }) => id !== question_id);
        const { before, during, end } = known.questions;
        const questions = { before: without(before), during: without(during), end: without(end) };
        return { ...file, forms: file.forms.map((one) => (one === known ? { ...known, questions } : one)) };
      }, siteEditor(context));
      if (refusal !== null) return fail(refusal);
      return changed.ok ? ok({ success: true }) : fail(siteRefusal(changed.error, stillUsed));
    },
  });

const answerTypes = operation({
  name: 'qats',
  part: 'interface',
  area: 'forms',
  summary: 'Answer types of questions.',
  endpoint: LIST_ANSWER_TYPES,
  parameters: NoParameters,
  answer: AnswerTypesAnswer,
  jsonOnly: true,
  async handle(_parameters, { site }) {
    const types: readonly AnswerType[] = formBook(site).answerTypes;
    return ok({ success: true, question_answer_types: [...types] });
  },
});

function template(id: string, parameters: Omit<CreateFormParameters, 'id'>, now: number): FormTemplate {
  const { name, selected, questions } = parameters;
  const withIds = (list: CreateFormParameters['questions']['before']): Question[] =>
    inOrder(list.map((question) => ({ ...question, id: question.id || newId(now) })));
  const { before, during, end } = questions;
  return { id, name, selected, questions: { before: withIds(before), during: withIds(during), end: withIds(end) } };
}

async function saveForm(
  sites: SiteHolder,
  context: RequestContext,
  saved: FormTemplate,
  isNew: boolean,
): Promise<Result<{ success: boolean; id: string }, Refusal>> {
  let refusal: Refusal | null = null;
  let place = 0;
  const changed = await sites.change(({ file }) => {
    const known = file.forms.findIndex(({ id }) => id === saved.id);
    if (known < 0 && !isNew) refusal = { errno: ERRNO.notFound, parameter: 'form_id' };
    if (known >= 0 && isNew) refusal = ID_TAKEN;
    if (refusal !== null) return null;
    place = isNew ? file.forms.length : known;
    return { ...file, forms: [...file.forms.slice(0, place), saved, ...file.forms.slice(place + 1)] };
  }, siteEditor(context));
  if (refusal !== null) return fail(refusal);
  return changed.ok
    ? ok({ success: true, id: saved.id })
    : fail(siteRefusal(changed.error, (faults) => formRefusal(faults, `forms[${place}].`)));
}

/** The form is still referenced in the site. */
const stillUsed = (): Refusal => codedRefusal('form_in_use');

/** The first fault of the form as a parameter: `questions[before][1][qat_id]`. */
function formRefusal(faults: readonly string[], prefix: string): Refusal {
  const fault = faults.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? '';
  const end = fault.indexOf(': ');
  const [first = '', ...rest] = (end < 0 ? fault : fault.slice(0, end)).split(/[.[\]]+/).filter((part) => part !== '');
  const parameter = [first, ...rest.map((part) => `[${part}]`)].join('');
  // Faults of a config never quote values; other faults could.
  const error = parameter.endsWith('[config]') ? { error: `config: ${fault.slice(end + 2)}` } : {};
  return { errno: ERRNO.invalidParameters, parameter, ...error };
}

interface QuestionViews {
  readonly before: QuestionView[];
  readonly during: QuestionView[];
  readonly end: QuestionView[];
}

function views({ before, during, end }: FormTemplate['questions']): QuestionViews {
  return { before: inOrder(before).map(view), during: inOrder(during).map(view), end: inOrder(end).map(view) };
}

function view({ question_order: _order, ...question }: Question): QuestionView {
  return question;
}

export const formOperations = (services: FormServices): readonly Operation[] => [
  forms,
  form,
  createForm(services),
  updateForm(services),
  deleteForm(services),
  deleteQuestion(services),
  answerTypes,
];
