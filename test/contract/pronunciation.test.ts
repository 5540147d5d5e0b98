import { describe, expect, it } from 'vitest';
import { PRONUNCIATION_PATTERN, pronounceBy } from '../../main/site/contract/pronunciation.ts';

const say = pronounceBy([
  'Hbf = Hauptbahnhof',
  'en: Hbf = main station',
  'Dr. = Doctor',
  'Hbf Nord = North',
  'ß = sharp s',
  'nix =',
]);

describe('what a house wants said in its own way', () => {
  it.each([
    ['de', 'Zum Hbf.', 'Zum Hauptbahnhof.'],
    ['de-AT', 'HBF', 'Hauptbahnhof'],
    ['en', 'hbf', 'main station'],
    // Neither within a word, nor the shorter where the longer stands.
    ['de', 'Hbfs, Hbf2, Hbf Nord', 'Hbfs, Hbf2, North'],
    ['fr', 'Dr. Hbf (Dr.)', 'Doctor Hauptbahnhof (Doctor)'],
    ['de', 'Straße ß', 'Straße sharp s'],
    ['de', 'nix da', ' da'],
  ])('in %s: %s', (lang, written, spoken) => {
    expect(say(written, lang)).toBe(spoken);
  });

  it('is said once: what one line puts there is nothing for another', () => {
    expect(pronounceBy(['a = b', 'b = c'])('a b', 'en')).toBe('b c');
    expect(pronounceBy([])('a', 'en')).toBe('a');
  });

  it('is a line with one equals sign', () => {
    const fits = (line: string): boolean => new RegExp(PRONUNCIATION_PATTERN, 'u').test(line);
    expect(['Hbf = station', 'pt_PT: a=b', 'x='].map(fits)).toEqual([true, true, true]);
    expect(['Hbf', '= station', 'a=b=c', ' =x'].map(fits)).toEqual([false, false, false, false]);
  });
});
