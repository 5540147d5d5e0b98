/** REST operations for a ticket's answers and the questions that staff ask (extension). */

import type { Audience } from '../../access/service/audience.ts';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { seesAnswers } from '../../access/service/ticket-view.ts';
import { refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { TICKET_STATE, type TicketRecord, type TicketState } from '../../queue/contract/records.ts';
import { storeRefusal, when } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { READ_TICKET_ANSWERS, SAVE_TICKET_ANSWERS } from '../contract/endpoints.ts';
import {
  SaveTicketAnswersParameters,
  TicketAnswersAnswer,
  TicketAnswersParameters,
  type TicketQuestion,
} from '../contract/rest/form-questions.ts';
import type { FormAnswerRecord } from '../operations/form-answer-records.ts';
import { type Answers, isReached } from '../rules/asked-questions.ts';
import { checkAnswers } from '../rules/check-answers.ts';
import type { FormQuestion } from '../rules/form-book.ts';
import { questionShape } from '../service/question-shape.ts';
import { answersRefusal, recordAnswers, ticketQuestions } from '../service/record-answers.ts';

const SERVING: readonly TicketState[] = [TICKET_STATE.inService];
const OPEN: readonly TicketState[] = [TICKET_STATE.waiting, TICKET_STATE.inService, TICKET_STATE.paused];

const ticketAnswers = operation({
  name: 'ticket_answers',
  area: 'forms',
  summary: 'Questions and answers of a ticket that staff can see.',
  errnos: [ERRNO.notFound],
  endpoint: READ_TICKET_ANSWERS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { ticket: 'ticket_id' },
  personalRead: { subject: 'ticket_id', toStaff: true },
  parameters: TicketAnswersParameters,
  answer: TicketAnswersAnswer,
  async handle({ ticket_id }, { site, store, sees }) {
    const ticket = await store.query('ticket', { ticketId: ticket_id });
    if (ticket === null) return refuse(ERRNO.notFound, 'ticket_id');
    return ok({ success: true, questions: await seenByStaff(site, store, ticket, sees) });
  },
});

/** Saves answers: questions before the visit while the ticket is open, all others while it is served. */
const saveTicketAnswers = operation({
  name: 'save_ticket_answers',
  area: 'forms',
  summary: 'Saves or corrects answers of a ticket.',
  errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.ticketState],
  endpoint: SAVE_TICKET_ANSWERS,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { ticket: 'ticket_id', visit: true },
  parameters: SaveTicketAnswersParameters,
  answer: TicketAnswersAnswer,
  async handle({ ticket_id, form_answers }, context) {
    const { site, store, now, sees } = context;
    const ticket = await store.query('ticket', { ticketId: ticket_id });
    const location = ticket === null ? undefined : site.location(ticket.locationId);
    if (ticket === null || location === undefined) return refuse(ERRNO.notFound, 'ticket_id');
    const questions = ticketQuestions(site, ticket);
    const given = new Map(Object.entries(form_answers));
    const meant = questions.filter(({ id, staffSees }) => staffSees && given.has(id));
    if (meant.length < given.size) return fail(answersRefusal([{ questionId: '', kind: 'unknown' }]));
    const fixed = meant.find(({ staffEdits }) => !staffEdits);
    if (fixed !== undefined) return refuseAs('answer_not_editable', { parameter: `form_answers[${fixed.id}]` });

    const kept = await store.query('formAnswers', { ticketId: ticket.id });
    const checked = checkAnswers({ questions, given, channel: 'qm_pad', known: answersIn(kept), complete: false });
    if (!checked.ok) return fail(answersRefusal(checked.error));
    const answers = checked.value;
    const affected = dependants(questions, given);
    const saved = await store.run(
      'saveFormAnswers',
      {
        ticketId: ticket.id,
        states: meant.every(({ stage }) => stage === 'before') ? OPEN : SERVING,
        put: recordAnswers(meant, answers, location, now),
        remove: kept.map(({ questionId }) => questionId).filter((id) => affected.has(id) && !answers.has(id)),
      },
      when(context),
    );
    if (!saved.ok) return storeRefusal(saved.error);
    return ok({ success: true, questions: await seenByStaff(site, store, ticket, sees) });
  },
});

/** Stored answers without erased ones. */
function answersIn(kept: readonly FormAnswerRecord[]): Answers {
  return new Map(kept.flatMap(({ questionId, answer }) => (answer === null ? [] : [[questionId, answer]])));
}

/** The given questions, and those that depend on them. */
function dependants(questions: readonly FormQuestion[], given: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const affected = new Set(given.keys());
  for (let size = -1; size !== affected.size; ) {
    size = affected.size;
    for (const { id, dependsOn } of questions) {
      if (dependsOn !== null && affected.has(dependsOn.questionId)) affected.add(id);
    }
  }
  return affected;
}

/** Questions visible to staff: to ask, with an answer, or deleted but answered. */
async function seenByStaff(
  site: Site,
  store: Store,
  ticket: TicketRecord,
  audience: Audience,
): Promise<TicketQuestion[]> {
  if (!seesAnswers(audience)) return [];
  const kept = await store.query('formAnswers', { ticketId: ticket.id });
  const byId = new Map(kept.map((answer) => [answer.questionId, answer]));
  const questions = ticketQuestions(site, ticket);
  const shown = questions.filter(
    ({ id, staffSees, channels }) => staffSees && (byId.has(id) || channels.has('qm_pad') || channels.has('concierge')),
  );
  const known = answersIn(kept);
  const asked = new Map(questions.map((question) => [question.id, question]));
  return [
    ...shown.map((question) => ({
      ...questionShape(question),
      form_id: question.formId,
      stage: question.stage,
      editable: question.staffEdits,
      asked: isReached(question, asked, known),
      ...answerPart(byId.get(question.id)),
    })),
    ...kept.filter(({ questionId, visible }) => visible && !asked.has(questionId)).map(withoutForm),
  ];
}

function answerPart(kept: FormAnswerRecord | undefined): Pick<TicketQuestion, 'answered' | 'anonymised' | 'answers'> {
  return {
    answered: kept !== undefined,
    anonymised: kept !== undefined && kept.answer === null,
    answers: [...(kept?.answer ?? [])],
  };
}

function withoutForm(kept: FormAnswerRecord): TicketQuestion {
  return {
    id: kept.questionId,
    question: kept.question,
    type: 1,
    config: { to: 0, mask: 0, length: 0, regex: '', example: '', options: [] },
    required: false,
    depends_on: { has_dependency: false, question: '', answer: '' },
    translations: {},
    form_id: kept.formId,
    stage: kept.stage,
    editable: false,
    asked: true,
    ...answerPart(kept),
  };
}

export const TICKET_ANSWER_OPERATIONS: readonly Operation[] = [ticketAnswers, saveTicketAnswers];
