/** Validation and normalisation of one answer. */

import { compilePattern } from '../../lib/pattern.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { ANSWER_LENGTH, ANSWER_TYPE, MASK } from '../contract/form-constants.ts';
import type { FormQuestion } from './form-book.ts';
import { MAX_PATTERN_ANSWER } from './question-config.ts';

/** Why an answer is invalid. */
export type AnswerFaultKind = 'required' | 'format' | 'length' | 'choice' | 'unknown';

/** Answer texts: one, or several for a multiple choice. Never empty. */
export type Answer = readonly string[];

const MAX_CHOICES = 200;
/** Zeros of digits that Unicode normalisation does not convert to 0 to 9: Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6];

const NUMERIC = /^[0-9]+$/;
/** Letters of any script, and separators within names. */
const ALPHA = /^(?=.*\p{L})[\p{L}\p{M}\p{Zs}'’ʼ·.-]+$/u;
const ALPHANUMERIC = /^[\p{L}\p{M}\p{N}\p{Zs}'’ʼ·.,/-]+$/u;
const PHONE = /^\+?[0-9 ()./-]+$/;
const NUMBER = /^[+-]?[0-9]{1,15}([.,][0-9]{1,9})?$/;
const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/**
 * Parses an answer as sent: a text, number or boolean, or a list of them for a multiple choice. `null` without an
 * answer. Trims texts; dates become `yyyy-mm-dd`, booleans `yes` and `no`.
 */
export function readAnswer(question: FormQuestion, given: unknown): Result<Answer | null, AnswerFaultKind> {
  if (question.type === ANSWER_TYPE.severalOf) return readChoices(question, given);
  const single: unknown = Array.isArray(given) && given.length <= 1 ? given[0] : given;
  const text = readText(single);
  if (text === null) return fail('format');
  if (text === '') return ok(null);
  if (text.length > 2 * ANSWER_LENGTH.maximum || [...text].length > ANSWER_LENGTH.maximum) return fail('length');
  return readOne(question, text);
}

function readText(given: unknown): string | null {
  if (given === undefined || given === null) return '';
  if (typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given))) return String(given);
  if (typeof given !== 'string' || !given.isWellFormed()) return null;
  const text = given.trim().normalize('NFC');
  // Line breaks are allowed for multi-line answers; other control characters cannot be typed.
  return /[^\P{Cc}\n\r\t]/u.test(text) ? null : text;
}

function readOne({ type, config }: FormQuestion, text: string): Result<Answer, AnswerFaultKind> {
  switch (type) {
    case ANSWER_TYPE.rating: {
      const mark = /^[0-9]{1,2}$/.test(plainDigits(text)) ? Number(plainDigits(text)) : 0;
      return mark >= 1 && mark <= config.to ? ok([String(mark)]) : fail('choice');
    }
    case ANSWER_TYPE.oneOf:
      return config.options.length === 0 || config.options.includes(text) ? ok([text]) : fail('choice');
    case ANSWER_TYPE.date:
      return readDate(text) === null ? fail('format') : ok([plainDigits(text)]);
    case ANSWER_TYPE.yesNo:
      return readYesNo(text);
    case ANSWER_TYPE.email:
      return isEmail(text) ? ok([text]) : fail('format');
    case ANSWER_TYPE.phone: {
      const phone = plainDigits(text);
      const digits = phone.replace(/[^0-9]/g, '').length;
      return PHONE.test(phone) && phone.length <= 40 && digits >= 3 && digits <= 15 ? ok([phone]) : fail('format');
    }
    case ANSWER_TYPE.number: {
      const number = plainDigits(text);
      return NUMBER.test(number) ? ok([number.replace(',', '.').replace(/^\+/, '')]) : fail('format');
    }
    default:
      return readMasked(config, text);
  }
}

function readMasked({ mask, length, regex }: FormQuestion['config'], given: string): Result<Answer, AnswerFaultKind> {
  const text = mask === MASK.numeric ? plainDigits(given) : given;
  if (length > 0 && [...text].length > length) return fail('length');
  switch (mask) {
    case MASK.numeric:
      return NUMERIC.test(text) ? ok([text]) : fail('format');
    case MASK.alpha:
      return ALPHA.test(text) ? ok([text]) : fail('format');
    case MASK.alphanumeric:
      return ALPHANUMERIC.test(text) ? ok([text]) : fail('format');
    case MASK.custom: {
      if (regex === '') return ok([text]);
      if ([...text].length > MAX_PATTERN_ANSWER) return fail('length');
      const pattern = compilePattern(regex);
      return pattern.ok && pattern.value.matches(text) ? ok([text]) : fail('format');
    }
    default:
      return ok([text]);
  }
}

function readChoices({ config }: FormQuestion, given: unknown): Result<Answer | null, AnswerFaultKind> {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > MAX_CHOICES) return fail('length');
  const texts = list.map(readText);
  if (texts.includes(null)) return fail('format');
  const chosen = [...new Set(texts.filter((text) => text !== null && text !== ''))] as string[];
  if (chosen.length === 0) return ok(null);
  if (chosen.some((text) => text.length > ANSWER_LENGTH.maximum)) return fail('length');
  const { options } = config;
  if (options.length === 0) return ok(chosen);
  if (chosen.some((text) => !options.includes(text))) return fail('choice');
  return ok(options.filter((option) => chosen.includes(option)));
}

function readYesNo(text: string): Result<Answer, AnswerFaultKind> {
  switch (text.toLowerCase()) {
    case 'yes':
    case 'true':
    case '1':
      return ok(['yes']);
    case 'no':
    case 'false':
    case '0':
      return ok(['no']);
    default:
      return fail('choice');
  }
}

/** Converts digits of other scripts to 0 to 9. */
function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.normalize('NFKC').codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? String.fromCodePoint(code) : String(code - zero);
  });
}

/** `yyyy-mm-dd` in digits of any script; null for a date that does not exist. */
export function readDate(text: string): string | null {
  const date = plainDigits(text);
  return isDate(date) ? date : null;
}

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const last = month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= last;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Checks the format only: text, one @, a domain with a dot. Delivery is not checked. */
function isEmail(text: string): boolean {
  if (text.length > 254 || /[\s,;<>"()[\]\\]/.test(text)) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    local !== '' &&
    local.length <= 64 &&
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  );
}
