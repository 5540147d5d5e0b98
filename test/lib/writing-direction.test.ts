import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writingDirection } from '../../main/lib/writing-direction.ts';

/** What the platform's own tables say. Not every browser of a visitor says it, so the program has its own rule. */
function asThePlatformSays(lang: string): string {
  const locale = new Intl.Locale(lang.replaceAll('_', '-')) as Intl.Locale & {
    getTextInfo(): { readonly direction: string };
  };
  return locale.getTextInfo().direction;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const EVERY_CODE = [...PAIRS, ...PAIRS.flatMap((pair) => LETTERS.map((third) => pair + third))];

describe('the direction of writing', () => {
  it('of every language is known as the platform knows it', () => {
    const ours = EVERY_CODE.filter((lang) => writingDirection(lang) === 'rtl');
    expect(ours).toEqual(EVERY_CODE.filter((lang) => asThePlatformSays(lang) === 'rtl'));
    expect(ours).toEqual(expect.arrayContaining(['ar', 'ary', 'ckb', 'fa', 'he', 'iw', 'prs', 'ps', 'ur', 'yi']));
  });

  it.each([
    ...['ar_EG', 'fa_IR', 'he-IL', 'az_IR', 'ku_IQ', 'pa_PK', 'uz_AF', 'sd_IN', 'pt_PT', 'zh_Hans_CN'],
    ...[
      'az-Arab',
      'az_Latn_AZ',
      'ff_Adlm',
      'ks_Deva',
      'ku_Arab',
      'pa_Arab',
      'ms-Arab',
      'sd_Deva',
      'uz_Arab',
      'ar_Latn',
    ],
  ])('of %s is that of its country or script', (lang) => {
    expect(writingDirection(lang)).toBe(asThePlatformSays(lang));
  });

  it.each([
    ['', 'ltr'],
    ['not a language', 'ltr'],
    ['en_12', 'ltr'],
    ['ur_Aran', 'rtl'],
    ['fa_12', 'rtl'],
  ])('of %j, which the platform does not know, is %s', (lang, direction) => {
    expect(writingDirection(lang)).toBe(direction);
  });

  it('of every language of the pages too', () => {
    for (const lang of readdirSync('assets/locales'))
      expect(writingDirection(lang)).toBe(['ar', 'fa', 'he'].includes(lang) ? 'rtl' : 'ltr');
  });
});
