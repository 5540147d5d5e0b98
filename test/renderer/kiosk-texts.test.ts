import { describe, expect, it } from 'vitest';
import { LANGUAGES, STAFF_LANGUAGES } from '../../main/lib/languages.ts';
import { opensText, waitText } from '../../renderer/kiosk/parts/amounts.ts';
import { createTexts, type TextFile, type TextLoader } from '../../renderer/shared/i18n.ts';
import { clockTime } from '../../renderer/shared/time.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';

const read = (language: string): TextFile => readTexts(language, 'kiosk');
const loaders = new Map<string, TextLoader>(
  LANGUAGES.filter((each) => each !== 'en').map((each) => [each, () => Promise.resolve(read(each))]),
);

async function translator(language: string) {
  const texts = createTexts(read('en'), loaders);
  await texts.load(language);
  const t = texts.ready(language);
  if (t === null) throw new Error(`${language} did not load.`);
  return t;
}

it.each(LANGUAGES)('no word of the kiosk scares in %s', (language) => {
  for (const [key, text] of entries(read(language))) {
    expect(text, key).not.toMatch(/unsuccessful|error|fehler|erreur|invalid/i);
  }
});

it.each(STAFF_LANGUAGES)('the setup wizard previews the question of the kiosk in %s', async (language) => {
  const t = await translator(language);
  expect(entries(readTexts(language, 'guide'))).toContainEqual(['brand.question', t('question')]);
});

describe('counting people', () => {
  it('is right in all six forms of Arabic, with the digits of the paper', async () => {
    const t = await translator('ar');
    const told = [0, 1, 2, 3, 11, 100].map((count) => t('ticket.before', { count }));
    expect(new Set(told).size).toBe(6);
    expect(told[3]).toContain('3');
  });

  it('is right in English and Portuguese', async () => {
    const en = await translator('en');
    expect([0, 1, 2].map((count) => en('ticket.before', { count }))).toEqual([
      'You are next',
      '1 person before you',
      '2 people before you',
    ]);
    const pt = await translator('pt_PT');
    expect(pt('ticket.before', { count: 1 })).toBe('1 pessoa à sua frente');
  });
});

describe('language ids', () => {
  const texts = createTexts(read('en'), loaders);

  it.each([
    ['pt_PT', 'pt'],
    ['pt-PT', 'pt'],
    ['pt', 'pt'],
    ['zh-Hans-CN', 'zh'],
    ['EN_us', 'en'],
    ['fi', 'en'],
  ])('%s is served by %s', (id, language) => {
    expect(texts.match(id)).toBe(language);
  });
});

describe('waits and opening times', () => {
  it('show ranges instead of exact times', async () => {
    const t = await translator('en');
    expect([null, 0, 10, 480, 1_930, 3_600, 9_300].map((seconds) => waitText(seconds, t))).toEqual([
      '',
      'no wait',
      'about 1–5 min',
      'about 5–10 min',
      'about 25–40 min',
      'about 1 h',
      'about 2 h 30 min',
    ]);
  });

  it('speak of the days of the location, not of UTC', async () => {
    const t = await translator('en');
    const now = Date.parse('2026-11-20T22:30:00Z');
    const told = (at: string, zone: string): string => opensText(at, now, 'en', zone, t, 'opens');
    expect(told('2026-11-21T09:00:00Z', 'Europe/Lisbon')).toBe('Opens tomorrow at 09:00');
    // In Auckland it is already the 21st, late in the morning.
    expect(told('2026-11-21T02:00:00Z', 'Pacific/Auckland')).toBe('Opens at 15:00');
    expect(told('2026-11-23T09:00:00Z', 'Europe/Lisbon')).toBe('Opens Monday at 09:00');
    expect(told('2026-12-24T09:00:00Z', 'Europe/Lisbon')).toBe('Opens 24 December at 09:00');
    expect(opensText(null, now, 'en', 'UTC', t, 'opens')).toBe('Closed');
  });

  it('count days rightly over the end of summer time', async () => {
    const t = await translator('de');
    const now = Date.parse('2026-10-24T21:00:00Z');
    expect(opensText('2026-10-26T08:00:00Z', now, 'de', 'Europe/Berlin', t, 'closed')).toBe(
      'Wir öffnen am Montag um 09:00 Uhr.',
    );
  });

  it('are written in the digits of the paper', () => {
    expect(clockTime(Date.parse('2026-11-20T14:05:00Z'), 'ar', 'UTC')).toMatch(/14:05/);
    expect(clockTime(Date.parse('2026-11-20T14:05:00Z'), 'en_US', 'UTC')).toMatch(/^2:05\sPM$/);
  });
});
