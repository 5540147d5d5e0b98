import type { KioskQuestion, QuestionFault } from '../../../main/contract/kiosk.ts';

/** How a question is answered on the screen. */
export type QuestionKind = 'text' | 'digits' | 'rating' | 'one' | 'several' | 'date' | 'yesNo';

export function kindOf({ type, mask, example, options }: KioskQuestion): QuestionKind {
  switch (type) {
    case 2:
      return 'rating';
    case 3:
      return options.length > 0 ? 'one' : 'text';
    case 4:
      return options.length > 0 ? 'several' : 'text';
    case 5:
      return 'date';
    case 6:
      return 'yesNo';
    case 8:
    case 9:
      return 'digits';
    default:
      return mask === 2 || (mask === 5 && isDigits(example)) ? 'digits' : 'text';
  }
}

/** Signs beside the digits: those of telephone and decimal numbers, or those that the example has. */
export function signsOf({ type, example }: KioskQuestion, lang: string): readonly string[] {
  if (type === 8) return ['+'];
  if (type !== 9) return [...new Set(example.replace(/[0-9]/g, ''))];
  const decimal = new Intl.NumberFormat(lang.replaceAll('_', '-'), { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value;
  return ['-', decimal === ',' ? ',' : '.'];
}

/** Key of the words for a fault. */
export function faultKey(fault: Exclude<QuestionFault, ''>, { type, mask, example }: KioskQuestion): string {
  if (fault !== 'format') return fault;
  switch (type) {
    case 5:
      return 'date';
    case 7:
      return 'email';
    case 8:
      return 'phone';
    case 9:
      return 'number';
  }
  if (example !== '') return 'example';
  return { 2: 'digits', 3: 'letters', 4: 'lettersDigits' }[mask] ?? 'format';
}

/** Digits with at most two other signs among them. */
function isDigits(example: string): boolean {
  return /[0-9]/.test(example) && !/[^0-9 ./+-]/.test(example) && new Set(example.replace(/[0-9]/g, '')).size <= 2;
}
