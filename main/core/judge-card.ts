/** What the site's rules say of a card. */
import type { CardState } from '../contract/card-rules.ts';
import type { CardRule } from '../contract/site.ts';
import { compilePattern } from './pattern.ts';

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
 * The first rule that matches the whole value counts.
 * @param hashes of the value, with each salt of the rules' single cards
 * @param today `yyyy-mm-dd` at the location
 */
export function judgeCard(
  rules: readonly CardRule[],
  value: string,
  hashes: ReadonlySet<string>,
  today: string,
): CardJudgement {
  const rule = rules.find(({ pattern, cards }) => {
    if (cards.some((card) => hashes.has(card))) return true;
    if (pattern === '') return false;
    const compiled = compilePattern(pattern);
    return compiled.ok && compiled.value.matches(value);
  });
  if (rule === undefined) return NONE;
  if (rule.use === 'block') return { ...NONE, state: 'blocked' };
  if (rule.valid_until !== '' && rule.valid_until < today) return { ...NONE, state: 'expired' };
  const { priority, lang, services } = rule;
  return { state: 'accepted', priority, lang, services };
}
