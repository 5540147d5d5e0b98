/** The words that come with the program: every language can say every ordinary call. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../main/lib/languages.ts';
import { recordedPhrase } from '../../../renderer/display/sound/recorded-phrase.ts';
import type { Recording } from '../../../renderer/shared/sound/recorded-voice.ts';
import { calledTicket } from '../../fixtures/display-calls.ts';

const FOLDER = new URL('../../../assets/voice/', import.meta.url);

type Language = (typeof LANGUAGES)[number];

/** What each language says of ticket A042 that is called to desk 12. */
const CALLS: Readonly<Record<Language, string>> = {
  en: 'ticket a 0 4 2 please-go-to desk 12',
  de: 'ticket a 42 please-go-to desk 12',
  fr: 'ticket a 42 please-go-to desk 12',
  es: 'ticket a 40-and 2 please-go-to desk 12',
  pt: 'ticket a 40-and 2 please-go-to desk 12',
  ar: 'ticket a 2 and-40 please-go-to desk 12',
  zh: 'please a 0 4 2 number to 12 window',
  pl: 'ticket a 40-and 2 please-go-to desk 12',
  ru: 'ticket a 40-and 2 please-go-to desk 12',
  uk: 'ticket a 40-and 2 please-go-to desk 12',
  tr: 'ticket a 40-and 2 12 please-go-to',
  he: 'ticket a 40-and 2 please-go-to desk 12',
  fa: 'ticket a 42 to desk 12 please-go-to',
  hi: 'ticket a 42 please desk 12 please-go-to',
  ja: 'ticket a 0 4 2 number 12 please-go-to',
  ko: 'a 40-and 2 number 12 please-go-to',
  vi: 'ticket a 0 4 2 please-go-to desk 12',
};

/** The name of a room, and what is said of it. */
const ROOMS: Readonly<Record<Language, readonly [name: string, phrase: string]>> = {
  en: ['Room 1', 'please-go-to room-desk 1'],
  de: ['Zimmer 1', 'please-go-to room-desk 1'],
  fr: ['Salle 1', 'room-please-go-to 1'],
  es: ['Sala 1', 'room-please-go-to 1'],
  pt: ['Gabinete 1', 'room-please-go-to 1'],
  ar: ['غرفة 1', 'please-go-to room-desk 1'],
  zh: ['1号诊室', 'to 1 room-window'],
  pl: ['Pokój 1', 'please-go-to room-desk 1'],
  ru: ['Кабинет 1', 'please-go-to room-desk 1'],
  uk: ['Кабінет 1', 'please-go-to room-desk 1'],
  tr: ['Oda 1', '1 room-please-go-to'],
  he: ['חדר 1', 'please-go-to room-desk 1'],
  fa: ['اتاق 1', 'to room-desk 1 please-go-to'],
  hi: ['कमरा 1', 'please room-desk 1 room-please-go-to'],
  ja: ['1診察室', '1 room-please-go-to'],
  ko: ['1호실', '1 room-please-go-to'],
  vi: ['Phòng 1', 'please-go-to room-desk 1'],
};

function shipped(language: string): Recording {
  const folder = new URL(`${language}/`, FOLDER);
  const files = readdirSync(folder).filter((file) => file.endsWith('.mp3'));
  return {
    words: Object.fromEntries(files.map((file) => [file.slice(0, -4), file.slice(0, -4)])),
    phrase: readFileSync(new URL('phrase.txt', folder), 'utf8').trim(),
  };
}

function said(language: string, label: string, desk: string, name = desk): string | undefined {
  return recordedPhrase(shipped(language), calledTicket(label, { desk_id: 'd', desk_tag: desk }), name)?.join(' ');
}

describe('the shipped words', () => {
  it('are there in every language of the program, and in no other', () => {
    const folders = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    expect(folders.toSorted()).toEqual(LANGUAGES.toSorted());
  });

  it.each(LANGUAGES)('of %s are those that its folder names, in the order that stands there', async (language) => {
    const recipe = await import(`../../../assets/locales/${language}/voice.mjs`);
    const { words, phrase }: { words: readonly { name: string }[]; phrase: string } = recipe.default;
    const { words: recorded, phrase: order } = shipped(language);
    expect(new Set(Object.keys(recorded))).toEqual(new Set(words.map(({ name }) => name)));
    expect(order).toBe(phrase);
  });

  it.each(Object.entries(CALLS))('of %s make a whole call', (language, phrase) => {
    expect(said(language, 'A042', '12')).toBe(phrase);
  });

  it.each([
    ['de', '300 1'],
    ['es', '300 1'],
    ['pt', '300-and 1'],
    ['ar', '300-and 1'],
    ['fa', '300-and 1'],
    ['he', '300 1'],
    ['hi', '300 1'],
    ['pl', '300 1'],
    ['ru', '300 1'],
    ['tr', '300 1'],
    ['uk', '300 1'],
  ])('of %s say numbers above a hundred as numbers', (language, number) => {
    expect(said(language, 'A301', 'Reception')).toBe(`ticket a ${number}`);
  });

  it.each(Object.entries(ROOMS))('of %s say of a room that it is one', (language, [name, phrase]) => {
    expect(said(language, 'A7', '1', name)).toContain(phrase);
  });

  it.each(LANGUAGES)('of %s say every number behind every letter, and desks to 99', (language) => {
    const recording = shipped(language);
    const dumb: string[] = [];
    const listen = (label: string, desk: string): void => {
      const files = recordedPhrase(recording, calledTicket(label, { desk_id: 'd', desk_tag: desk })) ?? [];
      // Said before a desk, and left out where none can be said.
      if (!files.some((word) => /^(please-go-to|to)$/.test(word))) dumb.push(`${label} ${desk}`);
    };
    for (let number = 0; number <= 999; number += 1) listen(`A${String(number).padStart(3, '0')}`, '1');
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') listen(`${letter}007`, '1');
    for (let desk = 1; desk <= 99; desk += 1) listen('A1', String(desk));
    expect(dumb).toEqual([]);
  });

  it.each(LANGUAGES)('of %s have every word that their order names', (language) => {
    const { words, phrase } = shipped(language);
    const named = phrase.split(/[\s[\]]+/).filter((part) => part !== '' && !part.startsWith('{'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((word) => !(word in words))).toEqual([]);
  });

  it.each([
    ['de', 'ÄÖÜß'],
    ['es', 'ÑÁÉÍÓÚÜ'],
    ['fr', 'ÀÂÇÉÈÊËÎÏÔŒÙÛ'],
    ['pt', 'ÇÃÕÁÂÀÉÊÍÓÔÚ'],
    ['pl', 'ĄĆĘŁŃÓŚŹŻ'],
    ['ru', 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'],
    ['uk', 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'],
    ['vi', 'ĂÂĐÊÔƠƯ'],
    ['he', 'אבגדהוזחטיכלמנסעפצקרשת'],
  ])('of %s know the letters of their own language, however they are written: %s', (language, letters) => {
    for (const letter of letters) {
      for (const form of ['NFC', 'NFD'] as const) {
        const phrase = `ticket ${letter.toLowerCase()} 7 please-go-to desk ${letter.toLowerCase()}`;
        expect(said(language, `${letter}7`.normalize(form), letter.normalize(form))).toBe(phrase);
      }
    }
  });

  it('of Arabic, Persian and Turkish spell tags in letters of their own', () => {
    expect(said('ar', 'ب12', '3')).toBe('ticket ب 12 please-go-to desk 3');
    expect(said('fa', 'پ12', '3')).toBe('ticket پ 12 to desk 3 please-go-to');
    expect(said('tr', 'Ş12', '3')).toBe('ticket ş 12 3 please-go-to');
    // Files are told apart by letters as a browser makes them small.
    expect(said('tr', 'İ12', '3')).toBe('ticket i̇ 12 3 please-go-to');
  });

  it.each(LANGUAGES)('of %s stay so small that they go into every installation', (language) => {
    const folder = new URL(`${language}/`, FOLDER);
    const bytes = readdirSync(folder).map((file) => statSync(new URL(encodeURIComponent(file), folder)).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(400_000);
  });

  it('are recorded only for languages with a known pronunciation', () => {
    const script = new URL('../../../scripts/record-voice.mjs', import.meta.url);
    // A language that is known as well: nothing of it is taken away first.
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(script), 'en', 'xx'], {
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('No pronunciation for: assets/locales/xx/voice.mjs\n');
    expect(status).toBe(1);
    expect(shipped('en').words).toHaveProperty('ticket');
  });
});
