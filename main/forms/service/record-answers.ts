/** Converts checked answers to records, and faults to a refusal. */
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import type { TicketRecord } from '../../queue/contract/records.ts';
import { nextReset } from '../../queue/rules/business-day.ts';
import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { FormAnswerInput } from '../operations/form-answer-records.ts';
import type { Answers } from '../rules/asked-questions.ts';
import type { AnswerFault } from '../rules/check-answers.ts';
import { type FormQuestion, formBook } from '../rules/form-book.ts';

/** Questions of these services' forms, in order. */
export function serviceQuestions(site: Site, serviceIds: readonly string[]): readonly FormQuestion[] {
  return formBook(site).questions(serviceIds.flatMap((id) => site.service(id)?.forms ?? []));
}

/** Questions of the service for which the ticket was issued, and of its present service. */
export function ticketQuestions(
  site: Site,
  ticket: Pick<TicketRecord, 'serviceId' | 'dstServiceId'>,
): readonly FormQuestion[] {
  return serviceQuestions(site, [...new Set([ticket.serviceId, ticket.dstServiceId])]);
}

const DAY_MS = 86_400_000;

export function recordAnswers(
  questions: readonly FormQuestion[],
  answers: Answers,
  location: Location,
  now: number,
): readonly FormAnswerInput[] {
  return questions.flatMap((question) => {
    const answer = answers.get(question.id);
    if (answer === undefined) return [];
    return [
      {
        questionId: question.id,
        formId: question.formId,
        stage: question.stage,
        place: question.place,
        question: question.text,
        visible: question.staffSees,
        answer,
        anonymiseAt: erasedAt(question, location, now),
      },
    ];
  });
}

/** Zero days: at the end of the business day. */
function erasedAt({ anonymiseInDays: days }: FormQuestion, location: Location, now: number): number | null {
  if (days === null) return null;
  return days > 0 ? now + days * DAY_MS : nextReset(now, location.timezone, location.reset_time);
}

/** All faults by question id. Omits the answers themselves and unknown ids. */
export function answersRefusal(faults: readonly AnswerFault[]): Refusal {
  const known = faults.filter(({ kind }) => kind !== 'unknown');
  const told = known.map(({ questionId, kind }) => `${questionId} (${kind})`);
  if (known.length < faults.length) told.push('a question that is not in this form');
  const [first] = known;
  return codedRefusal('form_answers_invalid', {
    parameter: first === undefined ? 'form_answers' : `form_answers[${first.questionId}]`,
    values: { questions: told.join(', ') },
  });
}
