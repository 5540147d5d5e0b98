import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writingDirection } from '../../main/contract/writing-direction.ts';

/** What the platform's own tables say. Not every browser of a visitor has them, so the program has its own. */
function asThePlatformSays(lang: string): string {
  const locale = new Intl.Locale(lang.replaceAll('_', '-')) as Intl.Locale & {
    getTextInfo(): { readonly direction: string };
  };
  return locale.getTextInfo().direction;
}

describe('the direction of writing', () => {
  it.each([
    ...[
      'ar',
      'ar_EG',
      'arc',
      'ckb',
      'dv',
      'fa_IR',
      'he-IL',
      'iw',
      'ks',
      'mzn',
      'nqo',
      'ps',
      'sd',
      'syr',
      'ug',
      'ur',
      'yi',
    ],
    ...[
      'en',
      'pt_PT',
      'de',
      'es',
      'fr',
      'ku',
      'hi',
      'th',
      'ja',
      'ko',
      'tr',
      'zh_Hans_CN',
      'zh',
      'vi',
      'ru',
      'el',
      'hy',
      'ka',
    ],
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
  ])('of %s is known as the platform knows it', (lang) => {
    expect(writingDirection(lang)).toBe(asThePlatformSays(lang));
  });

  it('of every language of the pages too', () => {
    for (const lang of readdirSync('assets/locales'))
      expect(writingDirection(lang)).toBe(lang === 'ar' ? 'rtl' : 'ltr');
  });
});
