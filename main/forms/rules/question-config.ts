/**
 * Validation of a question's `config` by answer type.
 *
 * The text is a JSON object with `to` (rating), `mask`, `length`, `regex` and `example` (text); our extensions:
 * `options` (lists) and `translations` (`{lang: {question, options}}`). Numbers can be texts. Any other text counts as
 * empty.
 */

import { isWhole } from '../../lib/broken-texts.ts';
import { isObject } from '../../lib/parse-json.ts';
import { compilePattern } from '../../lib/pattern.ts';
import type { AnswerType } from '../../site/contract/forms.ts';
import { ANSWER_LENGTH, ANSWER_TYPE, BEST_MARK, MASK } from '../contract/form-constants.ts';

export interface QuestionText {
  readonly question: string;
  /** In the order of the original options; empty when not translated. */
  readonly options: readonly string[];
}

export interface QuestionConfig {
  /** Highest rating; 0 for other types. */
  readonly to: number;
  /** See `MASK`; 0: any. */
  readonly mask: number;
  /** Maximum characters; 0: only the general limit. */
  readonly length: number;
  readonly regex: string;
  readonly example: string;
  readonly options: readonly string[];
  readonly translations: Readonly<Record<string, QuestionText>>;
}

export interface ReadConfig {
  readonly config: QuestionConfig;
  /** Faults as texts for people, without the values themselves. */
  readonly faults: readonly string[];
}

/** Longest answer that is tested with a custom pattern. */
export const MAX_PATTERN_ANSWER = 500;

const DEFAULT_TO = 5;

const MAX_OPTIONS = 200;

const MAX_OPTION = 500;

type Elements = ReadonlyMap<string, unknown>;

export function readConfig(text: string, type: AnswerType | undefined): ReadConfig {
  const faults: string[] = [];
  const kind = type?.type ?? ANSWER_TYPE.text;
  const elements = readElements(text, faults);

  const number = (name: string, otherwise: unknown, range: { minimum: number; maximum: number }): number => {
    const given = elements.get(name) ?? otherwise;
    if (given === '' || given === null) return 0;
    const value = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof value === 'number' && Number.isInteger(value) && value >= range.minimum && value <= range.maximum)
      return value;
    faults.push(`${name}: must be a whole number from ${range.minimum} to ${range.maximum}`);
    return 0;
  };
  const words = (name: string): string => {
    const given = elements.get(name) ?? '';
    if (typeof given === 'string' && isWhole(given)) return given;
    faults.push(`${name}: must be a string`);
    return '';
  };

  const isText = kind === ANSWER_TYPE.text;
  const isList = kind === ANSWER_TYPE.oneOf || kind === ANSWER_TYPE.severalOf;
  const config: QuestionConfig = {
    to: kind === ANSWER_TYPE.rating ? number('to', DEFAULT_TO, BEST_MARK) || DEFAULT_TO : 0,
    mask: isText ? number('mask', type?.config.mask ?? 0, { minimum: 0, maximum: 5 }) : 0,
    length: isText ? number('length', type?.config.length ?? '', ANSWER_LENGTH) : 0,
    regex: isText ? words('regex') : '',
    example: isText ? words('example') : '',
    options: isList ? readOptions(elements.get('options'), 'options', faults) : [],
    translations: readTranslations(elements.get('translations'), faults),
  };
  if (config.mask === MASK.custom) checkPattern(config, faults);
  for (const { options } of Object.values(config.translations)) {
    if (options.length > 0 && options.length !== config.options.length) {
      faults.push('translations: must have as many options as the question');
    }
  }
  return { config, faults };
}

function readElements(text: string, faults: string[]): Elements {
  if (!text.trimStart().startsWith('{')) return new Map();
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return new Map(Object.entries(value));
  } catch {
    // Reported below.
  }
  faults.push('is not JSON');
  return new Map();
}

function checkPattern({ regex, example, length }: QuestionConfig, faults: string[]): void {
  if (length > MAX_PATTERN_ANSWER) {
    faults.push(`length: must be at most ${MAX_PATTERN_ANSWER} with a pattern`);
  }
  if (regex === '') return;
  const pattern = compilePattern(regex);
  if (!pattern.ok) faults.push(`regex: ${pattern.error}`);
  else if (example.length > MAX_PATTERN_ANSWER || (example !== '' && !pattern.value.matches(example))) {
    faults.push('example: does not match the pattern');
  } else if (length > 0 && [...example].length > length) {
    faults.push('example: is longer than the maximum length of an answer');
  }
}

function readOptions(given: unknown, path: string, faults: string[]): readonly string[] {
  if (given === undefined || given === null || given === '') return [];
  const options: readonly unknown[] = Array.isArray(given) ? given : [null];
  const texts = options.flatMap((option) =>
    (typeof option === 'string' || typeof option === 'number') && isWhole(String(option))
      ? [String(option).trim().normalize('NFC')]
      : [],
  );
  const bad = texts.some((text) => text === '' || text.length > MAX_OPTION);
  if (texts.length < options.length || bad || texts.length > MAX_OPTIONS) {
    faults.push(`${path}: must be a list of at most ${MAX_OPTIONS} texts, each up to ${MAX_OPTION} characters`);
    return [];
  }
  if (new Set(texts).size < texts.length) faults.push(`${path}: contains the same text twice`);
  return texts;
}

function readTranslations(given: unknown, faults: string[]): Readonly<Record<string, QuestionText>> {
  if (given === undefined || given === null || given === '') return {};
  if (!isObject(given)) {
    faults.push('translations: must be an object');
    return {};
  }
  const texts = Object.entries(given).flatMap(([lang, entry]) => {
    if (!/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(lang) || !isObject(entry)) {
      faults.push('translations: must contain texts by language');
      return [];
    }
    const question = typeof entry.question === 'string' && isWhole(entry.question) ? entry.question : '';
    return [[lang, { question, options: readOptions(entry.options, 'translations: options', faults) }] as const];
  });
  return Object.fromEntries(texts);
}

const NAMES: readonly (readonly [number, string])[] = [
  [ANSWER_TYPE.text, 'Text'],
  [ANSWER_TYPE.rating, 'Rating'],
  [ANSWER_TYPE.oneOf, 'One of a list'],
  [ANSWER_TYPE.severalOf, 'Several of a list'],
  [ANSWER_TYPE.date, 'Date'],
  [ANSWER_TYPE.yesNo, 'Yes or no'],
  [ANSWER_TYPE.email, 'E-mail'],
  [ANSWER_TYPE.phone, 'Phone'],
  [ANSWER_TYPE.number, 'Number'],
];

const BUILT_IN: readonly AnswerType[] = NAMES.map(([type, name]) => ({
  id: `01900000-0000-7000-8000-00000000010${type}`,
  name,
  type,
  config: { mask: 0, length: '' },
  permanent: true,
  expanded: false,
  selected: false,
}));

/** By name, then id. */
export function allAnswerTypes(own: readonly AnswerType[]): readonly AnswerType[] {
  const kinds = new Set(own.map(({ type }) => type));
  const ids = new Set(own.map(({ id }) => id));
  const ours = BUILT_IN.filter(({ id, type }) => !kinds.has(type) && !ids.has(id));
  return [...own, ...ours].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
