/**
 * Validation of forms beyond their schema.
 *
 * Checks that answer types exist, configs are valid and dependencies have no cycles.
 */

import { append } from '../../lib/lists.ts';
import type { AnswerType, FormTemplate, Question } from '../../site/contract/forms.ts';
import { STAGES } from '../contract/form-constants.ts';
import { allAnswerTypes, readConfig } from './question-config.ts';

interface Placed {
  readonly question: Question;
  readonly stage: number;
  readonly path: string;
}

/**
 * Faults of one template, each as `questions.before[1].qat_id: …`.
 * @param isUnread whether this answer type possibly exists although it could not be read
 */
export function formFaults(
  form: FormTemplate,
  ownTypes: readonly AnswerType[],
  isUnread: (typeId: string) => boolean = () => false,
): readonly string[] {
  const faults: string[] = [];
  const types = new Map(allAnswerTypes(ownTypes).map((type) => [type.id, type]));
  const placed: readonly Placed[] = STAGES.flatMap((name, stage) =>
    form.questions[name].map((question, place) => ({ question, stage, path: `questions.${name}[${place}]` })),
  );
  const byId = new Map<string, Placed>();
  for (const one of placed) {
    if (byId.has(one.question.id)) faults.push(`${one.path}.id: "${one.question.id}" is used twice`);
    else byId.set(one.question.id, one);
  }
  for (const { question, stage, path } of placed) {
    const type = types.get(question.qat_id);
    if (type === undefined) {
      if (!isUnread(question.qat_id))
        faults.push(`${path}.qat_id: there is no question answer type "${question.qat_id}"`);
    } else {
      append(
        faults,
        readConfig(question.config, type).faults.map((fault) => `${path}.config: ${fault}`),
      );
    }
    const { has_dependency, question: wanted } = question.depends_on;
    if (!has_dependency) continue;
    const other = byId.get(wanted);
    if (other === undefined) faults.push(`${path}.depends_on.question: there is no such question in this form`);
    else if (other.stage > stage) faults.push(`${path}.depends_on.question: is asked later than this question`);
    else if (inCircle(question, byId)) faults.push(`${path}.depends_on.question: depends on itself`);
  }
  return faults;
}

/** Faults of an answer type's own config. */
export function answerTypeFaults(type: AnswerType): readonly string[] {
  return readConfig('', type).faults.map((fault) => `config.${fault}`);
}

function inCircle(start: Question, byId: ReadonlyMap<string, Placed>): boolean {
  const seen = new Set<string>();
  let at: Question | undefined = start;
  while (at?.depends_on.has_dependency && !seen.has(at.id)) {
    seen.add(at.id);
    at = byId.get(at.depends_on.question)?.question;
    if (at?.id === start.id) return true;
  }
  return false;
}
