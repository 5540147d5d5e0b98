/** Screen form of each answer type. */
import { ANSWER_TYPE, MASK } from '../../../main/forms/contract/form-constants.ts';
import type { QuestionFault, ShownQuestion } from '../../../main/kiosk/contract/kiosk.ts';

/** Input form of a question. */
export type QuestionKind = 'text' | 'digits' | 'rating' | 'one' | 'several' | 'date' | 'yesNo';

export function kindOf({ type, mask, example, options }: ShownQuestion): QuestionKind {
  switch (type) {
    case ANSWER_TYPE.rating:
      return 'rating';
    case ANSWER_TYPE.oneOf:
      return options.length > 0 ? 'one' : 'text';
    case ANSWER_TYPE.severalOf:
      return options.length > 0 ? 'several' : 'text';
    case ANSWER_TYPE.date:
      return 'date';
    case ANSWER_TYPE.yesNo:
      return 'yesNo';
    case ANSWER_TYPE.phone:
    case ANSWER_TYPE.number:
      return 'digits';
    default:
      return mask === MASK.numeric || (mask === MASK.custom && isDigits(example)) ? 'digits' : 'text';
  }
}

/** Characters beside the digits: those of phone and decimal numbers, or those of the example. */
export function signsOf({ type, example }: ShownQuestion, lang: string): readonly string[] {
  if (type === ANSWER_TYPE.phone) return ['+'];
  if (type !== ANSWER_TYPE.number) return [...new Set(example.replace(/[0-9]/g, ''))];
  const decimal = new Intl.NumberFormat(lang.replaceAll('_', '-'), { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value;
  return ['-', decimal === ',' ? ',' : '.'];
}

const MASK_FAULT: Readonly<Record<number, string>> = {
  [MASK.numeric]: 'digits',
  [MASK.alpha]: 'letters',
  [MASK.alphanumeric]: 'lettersDigits',
};

/** Text key of a fault. */
export function faultKey(fault: Exclude<QuestionFault, ''>, { type, mask, example }: ShownQuestion): string {
  if (fault !== 'format') return fault;
  switch (type) {
    case ANSWER_TYPE.date:
      return 'date';
    case ANSWER_TYPE.email:
      return 'email';
    case ANSWER_TYPE.phone:
      return 'phone';
    case ANSWER_TYPE.number:
      return 'number';
  }
  if (example !== '') return 'example';
  return MASK_FAULT[mask] ?? 'format';
}

/** Whether the example has digits and at most two other characters. */
function isDigits(example: string): boolean {
  return /[0-9]/.test(example) && !/[^0-9 ./+-]/.test(example) && new Set(example.replace(/[0-9]/g, '')).size <= 2;
}
