import { describe, expect, it } from 'vitest';
import { acceptedLanguages, inLanguage, languageId, matchLanguage } from '../../main/lib/language.ts';

describe('language ids', () => {
  it.each([
    ['pt-PT', 'pt_PT'],
    ['PT_pt', 'pt_PT'],
    ['pt', 'pt'],
    ['zh-hans-cn', 'zh_Hans_CN'],
  ])('spells %s as %s', (given, spelled) => {
    expect(languageId(given)).toBe(spelled);
  });

  it.each([
    ['pt-PT', ['en', 'pt_PT'], 'pt_PT'],
    ['pt', ['en', 'pt_PT'], 'pt_PT'],
    ['pt_PT', ['en', 'pt'], 'pt'],
    ['pt_BR', ['en', 'pt_PT'], 'pt_PT'],
    ['pt_BR', ['pt_PT', 'pt', 'pt_BR'], 'pt_BR'],
    ['xx', ['en'], null],
    ['de', ['de_simple', 'de_AT'], 'de_AT'],
    ['de', ['en', 'de_simple'], null],
    ['de-simple', ['de', 'de_simple'], 'de_simple'],
    ['de_simple', ['en', 'de'], 'de'],
    ['', ['en'], null],
  ])('answers %s from %j with %s', (wanted, offered, found) => {
    expect(matchLanguage(wanted, offered)).toBe(found);
  });

  it.each([
    ['pt_PT', 'Portugal'],
    ['pt_PT_simple', 'Portugal'],
    ['de_simple', 'easy'],
    ['fr_simple', 'plain'],
  ])('selects for %s the closest language of a site: %s', (wanted, found) => {
    expect(inLanguage({ de_simple: 'easy', en: 'plain', pt_PT: 'Portugal' }, wanted, 'en')).toBe(found);
  });

  it('selects simple language only on request', () => {
    expect(inLanguage({ de_simple: 'easy', pt_PT: 'Portugal' }, 'de', 'en')).toBe('Portugal');
  });

  it('reads an Accept-Language header by its weights and skips invalid entries', () => {
    expect(acceptedLanguages('en;q=0.3, pt-PT, fr;q=0.9, *;q=0.1, $$$, de;q=0')).toEqual(['pt-PT', 'fr', 'en']);
    expect(acceptedLanguages('')).toEqual([]);
  });
});
