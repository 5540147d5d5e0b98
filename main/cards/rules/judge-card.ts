/** Decision of the site's card rules on a card. */

import { compilePatternOfAnyCase } from '../../lib/pattern.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import type { CardRule } from '../../site/contract/site.ts';
import type { CardState } from '../contract/card-rules.ts';

export interface CardJudgement {
  readonly state: CardState;
  readonly priority: boolean;
  /** Language id, or empty. */
  readonly lang: string;
  /** Ids; empty: all. */
  readonly services: readonly string[];
}

const NONE: CardJudgement = { state: 'none', priority: false, lang: '', services: [] };

/** Salt of `card$salt$key`. */
export function saltOfCard(hash: string): string {
  return hash.split('$')[1] ?? '';
}

/** A card with everything that the rules match. */
export interface JudgedCard {
  readonly value: string;
  /** Hashes of the value, one per salt of the rules' single cards. */
  readonly hashes: ReadonlySet<string>;
  /** Codes of devices and appointments that lookups find by the value despite another notation. */
  readonly codes: readonly string[];
}

/**
 * Lookups of devices and appointments ignore case, spaces and punctuation, and so do rules. A match by code alone can
 * block the card, but grants nothing.
 * @param today `yyyy-mm-dd` at the location
 */
export function* judgeCard(
  rules: readonly CardRule[],
  { value, hashes, codes }: JudgedCard,
  today: string,
): SlicedWork<CardJudgement> {
  const readings = [...new Set([value, value.normalize('NFKC').trim(), essenceOf(value)])];
  const given = yield* firstMatch(rules, readings, hashes, today);
  if (codes.length === 0 || isStop(given)) return given;
  const found = yield* firstMatch(rules, codes, new Set(), today);
  return isStop(found) ? found : given;
}

export const isStop = ({ state }: CardJudgement): boolean => state === 'blocked' || state === 'expired';

/** The first rule that matches one whole notation of the card. */
function* firstMatch(
  rules: readonly CardRule[],
  readings: readonly string[],
  hashes: ReadonlySet<string>,
  today: string,
): SlicedWork<CardJudgement> {
  for (const rule of rules) {
    if (matches(rule, readings, hashes)) return judgement(rule, today);
    yield;
  }
  return NONE;
}

function matches({ pattern, cards }: CardRule, readings: readonly string[], hashes: ReadonlySet<string>): boolean {
  if (cards.some((card) => hashes.has(card))) return true;
  if (pattern === '') return false;
  const compiled = compilePatternOfAnyCase(pattern);
  return compiled.ok && readings.some((reading) => compiled.value.matches(reading));
}

function judgement({ use, valid_until, priority, lang, services }: CardRule, today: string): CardJudgement {
  if (use === 'block') return { ...NONE, state: 'blocked' };
  if (valid_until !== '' && valid_until < today) return { ...NONE, state: 'expired' };
  return { state: 'accepted', priority, lang, services };
}
