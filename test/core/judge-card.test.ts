import { expect, it } from 'vitest';
import type { CardRule } from '../../main/contract/site.ts';
import { judgeCard, readingsOf } from '../../main/core/judge-card.ts';

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
const none = { state: 'none', priority: false, lang: '', services: [] };

it('judges a card by the first rule that matches its whole value', () => {
  const rules = [rule('7700', { use: 'block' }), rule('77.*', { priority: true, lang: 'ar', services: ['taxes'] })];
  expect(judgeCard(rules, ['7700'], NO_HASH, TODAY)).toEqual({ ...none, state: 'blocked' });
  expect(judgeCard(rules, ['77001'], NO_HASH, TODAY)).toEqual({
    state: 'accepted',
    priority: true,
    lang: 'ar',
    services: ['taxes'],
  });
  expect(judgeCard(rules, ['1177'], NO_HASH, TODAY)).toEqual(none);
});

it('accepts a card on its last day, and grants nothing from the next one on', () => {
  const rules = [rule('.*', { valid_until: TODAY, priority: true })];
  expect(judgeCard(rules, ['1'], NO_HASH, TODAY)).toMatchObject({ state: 'accepted', priority: true });
  expect(judgeCard(rules, ['1'], NO_HASH, '2026-11-21')).toEqual({ ...none, state: 'expired' });
});

it('judges a single card by its hash, in the order of the rules', () => {
  const rules = [rule('', { cards: ['card$s$one'], use: 'block' }), rule('7.*')];
  expect(judgeCard(rules, ['77'], new Set(['card$s$one']), TODAY).state).toBe('blocked');
  expect(judgeCard(rules, ['78'], new Set(['card$s$two']), TODAY).state).toBe('accepted');
});

it('passes over a pattern that cannot be compiled', () => {
  expect(judgeCard([rule('('), rule('1', { use: 'block' })], ['1'], NO_HASH, TODAY)).toMatchObject({
    state: 'blocked',
  });
});

it('judges a card by every reading of its value, whatever its capitals', () => {
  const rules = [rule('LOST-[a-z][0-9]+', { use: 'block' })];
  const stateOf = (value: string, codes: readonly string[] = []): string =>
    judgeCard(rules, readingsOf(value, codes), NO_HASH, TODAY).state;
  expect(['lost-A1', ' LOST-A1 ', 'ＬＯＳＴ－Ａ１'].map((value) => stateOf(value))).toEqual(Array(3).fill('blocked'));
  expect([stateOf('losta1'), stateOf('losta1', ['Lost-A1'])]).toEqual(['none', 'blocked']);
  expect(readingsOf('A1', ['A1'])).toEqual(['A1']);
});
