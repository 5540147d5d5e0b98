import { expect, it } from 'vitest';
import { judgeCard } from '../../../main/cards/rules/judge-card.ts';
import { atOnce } from '../../../main/lib/steps.ts';
import type { CardRule } from '../../../main/site/contract/site.ts';

const rule = (pattern: string, more: Partial<CardRule> = {}): CardRule => ({
  pattern,
  cards: [],
  use: 'accept',
  valid_until: '',
  priority: false,
  lang: '',
  services: [],
  ...more,
});
const NO_HASH: ReadonlySet<string> = new Set();
const TODAY = '2026-11-20';
const judge = (
  rules: readonly CardRule[],
  value: string,
  { hashes = NO_HASH, today = TODAY, codes = [] }: Given = {},
) => atOnce(judgeCard(rules, { value, hashes, codes }, today));
interface Given {
  readonly hashes?: ReadonlySet<string>;
  readonly today?: string;
  readonly codes?: readonly string[];
}
const none = { state: 'none', priority: false, lang: '', services: [] };

it('judges a card by the first rule that matches its whole value', () => {
  const rules = [rule('7700', { use: 'block' }), rule('77.*', { priority: true, lang: 'ar', services: ['taxes'] })];
  expect(judge(rules, '7700')).toEqual({ ...none, state: 'blocked' });
  expect(judge(rules, '77001')).toEqual({
    state: 'accepted',
    priority: true,
    lang: 'ar',
    services: ['taxes'],
  });
  expect(judge(rules, '1177')).toEqual(none);
});

it('accepts a card on its last day, and grants nothing from the next one on', () => {
  const rules = [rule('.*', { valid_until: TODAY, priority: true })];
  expect(judge(rules, '1')).toMatchObject({ state: 'accepted', priority: true });
  expect(judge(rules, '1', { today: '2026-11-21' })).toEqual({ ...none, state: 'expired' });
});

it('judges a single card by its hash, in the order of the rules', () => {
  const rules = [rule('', { cards: ['card$s$one'], use: 'block' }), rule('7.*')];
  expect(judge(rules, '77', { hashes: new Set(['card$s$one']) }).state).toBe('blocked');
  expect(judge(rules, '78', { hashes: new Set(['card$s$two']) }).state).toBe('accepted');
});

it('passes over a pattern that cannot be compiled', () => {
  expect(judge([rule('('), rule('1', { use: 'block' })], '1')).toMatchObject({
    state: 'blocked',
  });
});

it('judges a card by every way of writing its value', () => {
  const rules = [rule('LOST-[a-z][0-9]+', { use: 'block' }), rule('GOLD7', { priority: true })];
  const stateOf = (value: string, codes: readonly string[] = []): string => judge(rules, value, { codes }).state;
  expect(['lost-A1', ' LOST-A1 ', 'ＬＯＳＴ－Ａ１'].map((value) => stateOf(value))).toEqual(Array(3).fill('blocked'));
  expect(['gold 7', 'GOLD-٧'].map((value) => stateOf(value))).toEqual(['accepted', 'accepted']);
  expect([stateOf('losta1'), stateOf('losta1', ['Lost-A1'])]).toEqual(['none', 'blocked']);
});

it('grants nothing for a code that is only similar', () => {
  const rules = [
    rule('GOLD-[0-9]', { priority: true }),
    rule('gold7', { lang: 'ar' }),
    rule('OLD.*', { valid_until: '2026-11-19' }),
  ];
  expect(judge(rules, 'g7', { codes: ['GOLD-7'] })).toEqual(none);
  expect(judge(rules, 'gold7', { codes: ['GOLD-7'] })).toMatchObject({ priority: false, lang: 'ar' });
  expect(judge(rules, 'gold7', { codes: ['old-7'] })).toEqual({ ...none, state: 'expired' });
});

it('judges one rule per step, so that slow patterns block nothing', () => {
  const slow = Array.from({ length: 200 }, (_, place) => rule(`(.*)*(.*b){40}z${place}`));
  const steps = judgeCard(slow, { value: 'aB-'.repeat(300), hashes: NO_HASH, codes: [] }, TODAY);
  let rules = 0;
  while (steps.next().done !== true) rules += 1;
  expect(rules).toBe(200);
});
