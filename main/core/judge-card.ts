/** What the site's rules say of a card. */
import type { CardState } from '../contract/card-rules.ts';
import type { CardRule } from '../contract/site.ts';
import { compilePatternOfAnyCase } from './pattern.ts';
import { essenceOf } from './typed-code.ts';

export interface CardJudgement {
  readonly state: CardState;
  readonly priority: boolean;
  /** Language id, or empty. */
  readonly lang: string;
  /** Ids; empty: all. */
  readonly services: readonly string[];
}

const NONE: CardJudgement = { state: 'none', priority: false, lang: '', services: [] };

/** Of `card$salt$key`. */
export function saltOfCard(hash: string): string {
  return hash.split('$')[1] ?? '';
}

/**
 * All that a card's value can be taken for: lookups of devices and appointments pass over capitals, spaces and signs, and a
 * rule must not be passed by another way of writing what they find.
 * @param codes of devices and appointments that are found by the value
 */
export function readingsOf(value: string, codes: readonly string[]): readonly string[] {
  return [...new Set([value, value.normalize('NFKC').trim(), essenceOf(value), ...codes])];
}

/**
 * The first rule that matches the whole of one reading counts. Capitals and small letters are the same.
 * @param readings see `readingsOf`
 * @param hashes of the value, with each salt of the rules' single cards
 * @param today `yyyy-mm-dd` at the location
 */
export function judgeCard(
  rules: readonly CardRule[],
  readings: readonly string[],
  hashes: ReadonlySet<string>,
  today: string,
): CardJudgement {
  const rule = rules.find(({ pattern, cards }) => {
    if (cards.some((card) => hashes.has(card))) return true;
    if (pattern === '') return false;
    const compiled = compilePatternOfAnyCase(pattern);
    return compiled.ok && readings.some((reading) => compiled.value.matches(reading));
  });
  if (rule === undefined) return NONE;
  if (rule.use === 'block') return { ...NONE, state: 'blocked' };
  if (rule.valid_until !== '' && rule.valid_until < today) return { ...NONE, state: 'expired' };
  const { priority, lang, services } = rule;
  return { state: 'accepted', priority, lang, services };
}
