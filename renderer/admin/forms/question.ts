/**
 * Form question in its editor, with `config` as an object.
 */

import { useMemo } from 'preact/hooks';
import { LIST_ANSWER_TYPES } from '../../../main/forms/contract/endpoints.ts';
import { CHANNELS, type FormStage } from '../../../main/forms/contract/form-constants.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, listOf, objectOf, textOf } from '../model/item.ts';

export interface AnswerKind {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly config: Item;
}

export interface Config {
  readonly [element: string]: unknown;
}

export function configOf(question: Item): Config {
  try {
    return objectOf(JSON.parse(textOf(question, 'config') || '{}'));
  } catch {
    return {};
  }
}

/** Leaves empty values out; an empty config becomes an empty text. */
export function writeConfig(config: Config): string {
  const said = Object.entries(config).filter(([, value]) => value !== '' && value !== undefined && !isEmptyList(value));
  return said.length === 0 ? '' : JSON.stringify(Object.fromEntries(said));
}

function isEmptyList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export function optionsOf(config: Config): readonly string[] {
  return Array.isArray(config.options) ? config.options.map(String) : [];
}

/** A question with the texts and options of a language. */
export function translated(
  question: Item,
  lang: string,
): { readonly question: string; readonly options: readonly string[] } {
  const config = configOf(question);
  const options = optionsOf(config);
  const texts = objectOf(objectOf(config.translations)[lang]);
  const own = listOf(texts, 'options');
  return {
    question: textOf(texts, 'question') || textOf(question, 'question'),
    options: own.length === options.length ? own : options,
  };
}

export function newQuestion(qatId: string, stage: FormStage): Item {
  const isBefore = stage === 'before';
  return {
    id: crypto.randomUUID(),
    question: '',
    qat_id: qatId,
    required: false,
    config: '',
    question_order: 0,
    selected: false,
    expanded: false,
    anonymize: false,
    anonymize_in_days: 0,
    visible_on: Object.fromEntries(CHANNELS.map((channel) => [channel, isBefore || channel === 'qm_pad'])),
    staff_permissions: { visible: true, editable: !isBefore },
    depends_on: { has_dependency: false, question: '', answer: '' },
  };
}

export function stageOf(questions: unknown, stage: FormStage): readonly Item[] {
  const list = objectOf(questions)[stage];
  return Array.isArray(list) ? list.map(objectOf) : [];
}

/** Answer types: the built-in ones and those of the organisation. */
export function useAnswerKinds(): readonly AnswerKind[] {
  const { site } = useAdmin();
  const { value } = useAnswer(LIST_ANSWER_TYPES, {}, [site.file.value?.question_answer_types]);
  return useMemo(
    () => (value?.question_answer_types ?? []).map((kind) => ({ ...kind, config: objectOf(kind.config) })),
    [value],
  );
}
