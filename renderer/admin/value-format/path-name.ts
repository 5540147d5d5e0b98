/** Display names of nested fields. */

import { type Item, itemsOf, objectOf, textOf } from '../model/item.ts';
import { textsName } from '../model/language-name.ts';
import type { Path, Wording } from './wording.ts';

const OF_LANGUAGES: ReadonlySet<string> = new Set(['translations', 'ticker_translations']);

/** Text keys of a question's fields. */
const OF_QUESTIONS: Readonly<Record<string, string>> = {
  question: 'question.text',
  qat_id: 'question.kind',
  required: 'question.must',
  question_order: 'question.order',
  visible_on: 'question.where',
  staff_permissions: 'question.staff',
  visible: 'question.staffSees',
  editable: 'question.staffEdits',
  anonymize: 'question.erase',
  anonymize_in_days: 'question.eraseDays',
  depends_on: 'question.after',
  has_dependency: 'question.dependent',
  answer: 'question.answered',
  options: 'question.options',
  to: 'question.best',
  regex: 'question.regex',
  example: 'question.example',
};

/** Short code lists, with the field that identifies an entry. */
const CODES: Readonly<Record<string, string>> = { break_reasons: 'id', outcomes: 'code' };

/** Container fields without a display name. */
const UNNAMED: ReadonlySet<string> = new Set(['config']);

/** Splits `questions.before[q1].config` into steps. */
export function pathOf(field: string): Path {
  return [...field.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, inside, name]) => inside ?? name ?? '');
}

/** Such as "in other languages · Portuguese · name" for `translations.pt.name`. */
export function pathName(wording: Wording, part: string, path: Path): string {
  return path.flatMap((_step, place) => stepName(wording, part, path, place)).join(' · ');
}

/** The same without the first steps. */
export function nameWithin(wording: Wording, part: string, path: Path, from: number): string {
  return path.flatMap((_step, place) => (place < from ? [] : stepName(wording, part, path, place))).join(' · ');
}

function stepName(wording: Wording, part: string, path: Path, place: number): readonly string[] {
  const { t } = wording;
  const step = path[place] ?? '';
  const above = path[place - 1] ?? '';
  if (OF_LANGUAGES.has(above)) return [textsName(t, step)];
  if (above === 'metadata') return [step];
  const code = CODES[path[0] ?? ''];
  if (code !== undefined && place > 0) {
    if (step === code && place === path.length - 1) return [t('fields.codeOf')];
    // An entry of a list with ids is named after its id.
    if (place === 1 && path[0] === 'break_reasons' && path.length > 2) return [breakReason(wording, step)];
  }
  // These translations are shown with the text beside them.
  if (step === 'ticker_translations') return [t('display.ticker')];
  if (path[0] === 'display' && path[1] === 'media_texts' && step === 'text') return [];
  if (path[0] === 'display' && place === 1) return [t(`display.${step}`, { defaultValue: step })];
  if (part === 'forms' && path[0] === 'questions' && place > 0) return questionStep(wording, path, place);
  if (/^\d+$/.test(step)) return [String(Number(step) + 1)];
  if (part === 'question_answer_types' && UNNAMED.has(step)) return [];
  if (path[0] === 'ticket_layout' && place > 0 && step === 'text') return [t('layout.part.text')];
  return [t([`fieldsOf.${part}.${step}`, `fields.${step}`], { defaultValue: step })];
}

/** Current name of a break reason; its code if it was removed. */
function breakReason({ file }: Wording, id: string): string {
  return textOf(objectOf(file?.settings?.break_reasons?.find((reason) => reason.id === id)), 'name') || id;
}

function questionStep(wording: Wording, path: Path, place: number): readonly string[] {
  const { t } = wording;
  const step = path[place] ?? '';
  if (place === 1) return [t(`stage.${step}`, { defaultValue: step })];
  if (place === 2) return [questionText(wording, step)];
  if (UNNAMED.has(step)) return [];
  if (path[place - 1] === 'visible_on') return [t(`channel.${step}`, { defaultValue: step })];
  const key = OF_QUESTIONS[step];
  if (key !== undefined) return [t(key)];
  return [t(`fields.${step}`, { defaultValue: step })];
}

/** Current text of a question; its id if it was removed. */
export function questionText({ file }: Wording, id: string): string {
  const stages =
    file === null ? [] : itemsOf(file, 'forms').flatMap(({ questions }) => Object.values(objectOf(questions)));
  const all = stages.flatMap((stage): readonly Item[] => (Array.isArray(stage) ? stage.map(objectOf) : []));
  return (
    textOf(
      all.find((question) => question.id === id),
      'question',
    ) || id
  );
}
