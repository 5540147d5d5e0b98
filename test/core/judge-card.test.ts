import { expect, it } from 'vitest';
import type { CardRule } from '../../main/contract/site.ts';
import { judgeCard } from '../../main/core/judge-card.ts';

const rule = (pattern: string, more: Partial<CardRule> = {}): CardRule => ({
  pattern,
  use: 'accept',
  valid_until: '',
  priority: false,
  lang: '',
  services: [],
  ...more,
});
const TODAY = '2026-11-20';
const none = { state: 'none', priority: false, lang: '', services: [] };

it('judges a card by the first rule that matches its whole value', () => {
  const rules = [rule('7700', { use: 'block' }), rule('77.*', { priority: true, lang: 'ar', services: ['taxes'] })];
  expect(judgeCard(rules, '7700', TODAY)).toEqual({ ...none, state: 'blocked' });
  expect(judgeCard(rules, '77001', TODAY)).toEqual({
    state: 'accepted',
    priority: true,
    lang: 'ar',
    services: ['taxes'],
  });
  expect(judgeCard(rules, '1177', TODAY)).toEqual(none);
});

it('accepts a card on its last day, and grants nothing from the next one on', () => {
  const rules = [rule('.*', { valid_until: TODAY, priority: true })];
  expect(judgeCard(rules, '1', TODAY)).toMatchObject({ state: 'accepted', priority: true });
  expect(judgeCard(rules, '1', '2026-11-21')).toEqual({ ...none, state: 'expired' });
});

it('passes over a pattern that cannot be compiled', () => {
  expect(judgeCard([rule('('), rule('1', { use: 'block' })], '1', TODAY)).toMatchObject({ state: 'blocked' });
});
