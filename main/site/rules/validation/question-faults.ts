/** Questions that a form asks, and the types of their answers. */
import { answerTypeFaults, formFaults } from '../../../forms/rules/form-faults.ts';
import type { SlicedWork } from '../../../lib/steps.ts';
import type { SiteCheck } from './site-check.ts';

export function* tellQuestionFaults({ site, whole, unsound, pathOf, isUnread, tell }: SiteCheck): SlicedWork<void> {
  for (const type of site.question_answer_types) {
    const path = pathOf('question_answer_types', type);
    for (const fault of answerTypeFaults(type)) tell(`${path}.${fault}`);
    yield;
  }
  const isUnreadType = (id: string): boolean => isUnread('question_answer_types', id);
  const types = whole.question_answer_types.filter((type: object) => !unsound.items.has(type));
  for (const form of site.forms) {
    const path = pathOf('forms', form);
    for (const fault of formFaults(form, types, isUnreadType)) tell(`${path}.${fault}`);
    yield;
  }
}
