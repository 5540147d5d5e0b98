/**
 * Answer types of a site, with defaults for missing kinds.
 *
 * Its own, and one of ours for each kind that it does not speak of.
 */

import type { AnswerType } from '../../site/contract/forms.ts';
import { ANSWER_TYPE } from '../contract/form-constants.ts';

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
