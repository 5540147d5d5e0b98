/** Durations as people write them. */
import { describe, expect, it } from 'vitest';
import { durationWords } from '../../main/lib/duration-words.ts';

/** Spaces that do not break count as spaces. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f\u200f]/g, ' ').trim();

describe('durationWords', () => {
  it.each([
    [0, 'en', '0 s'],
    [45, 'de', '45 s'],
    [59.6, 'en', '1 min'],
    [1_200, 'en', '20 min'],
    [1_200, 'pt_PT', '20 min'],
    [3_600, 'fr', '1 h'],
    [5_640, 'en', '1 h 34'],
    [5_640, 'vi', '1 h 34'],
    [3_900, 'pl', '1 h 05'],
    // Rounded minutes make a full hour.
    [3_590, 'es', '1 h'],
    [360_000, 'de', '100 h'],
    [1_200, 'uk', '20 хв'],
    [5_640, 'uk', '1 год 34 хв'],
    [5_640, 'ja', '1 時間 34 分'],
    [7_200, 'zh', '2小时'],
    [45, 'ko', '45초'],
  ])('writes %d seconds in %s as "%s"', (seconds, lang, words) => {
    expect(plain(durationWords(seconds, lang))).toBe(words);
  });

  it.each(['ar', 'fa', 'he', 'hi', 'ru'])('writes Latin digits and no colon in %s', (lang) => {
    expect(durationWords(5_640, lang)).toMatch(/1.*34/);
    expect(durationWords(5_640, lang)).not.toMatch(/:|\p{Nd}(?<![0-9])/u);
  });
});
