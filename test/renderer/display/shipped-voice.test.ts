/** The words that come with the program: every language can say every ordinary call. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedPhrase } from '../../../renderer/display/sound/recorded-phrase.ts';
import type { Recording } from '../../../renderer/shared/sound/recorded-voice.ts';
import { calledTicket } from '../../fixtures/display-calls.ts';

const FOLDER = new URL('../../../assets/voice/', import.meta.url);
const LANGUAGES = readdirSync(FOLDER).filter((name) => name !== 'README.md');

function shipped(language: string): Recording {
  const folder = new URL(`${language}/`, FOLDER);
  const files = readdirSync(folder).filter((file) => file.endsWith('.mp3'));
  return {
    words: Object.fromEntries(files.map((file) => [file.slice(0, -4), file.slice(0, -4)])),
    phrase: readFileSync(new URL('phrase.txt', folder), 'utf8').trim(),
  };
}

function said(language: string, label: string, desk: string): string | undefined {
  return recordedPhrase(shipped(language), calledTicket(label, { desk_id: 'd', desk_tag: desk }))?.join(' ');
}

describe('the shipped words', () => {
  it.each([
    ['en', 'ticket a 0 4 2 please-go-to desk 12'],
    ['de', 'ticket a 42 please-go-to desk 12'],
    ['fr', 'ticket a 42 please-go-to desk 12'],
    ['es', 'ticket a 40-and 2 please-go-to desk 12'],
    ['pt', 'ticket a 40-and 2 please-go-to desk 12'],
    ['ar', 'ticket a 2 and-40 please-go-to desk 12'],
    ['zh', 'please a 0 4 2 number to 12 window'],
  ])('of %s make a whole call', (language, phrase) => {
    expect(said(language, 'A042', '12')).toBe(phrase);
  });

  it.each([
    ['de', '300 1'],
    ['es', '300 1'],
    ['pt', '300-and 1'],
    ['ar', '300-and 1'],
  ])('of %s say numbers above a hundred as numbers', (language, number) => {
    expect(said(language, 'A301', 'Reception')).toBe(`ticket a ${number}`);
  });

  it.each(LANGUAGES)('of %s say every number behind every letter, and desks to 99', (language) => {
    const recording = shipped(language);
    const dumb: string[] = [];
    const listen = (label: string, desk: string): void => {
      const files = recordedPhrase(recording, calledTicket(label, { desk_id: 'd', desk_tag: desk })) ?? [];
      // Said before a desk, and left out where none can be said.
      if (!files.some((word) => word === 'please-go-to' || word === 'to')) dumb.push(`${label} ${desk}`);
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
  ])('of %s know the letters of their own language, however they are written: %s', (language, letters) => {
    for (const letter of letters) {
      for (const form of ['NFC', 'NFD'] as const) {
        const phrase = `ticket ${letter.toLowerCase()} 7 please-go-to desk ${letter.toLowerCase()}`;
        expect(said(language, `${letter}7`.normalize(form), letter.normalize(form))).toBe(phrase);
      }
    }
  });

  it('of Arabic spell tags in Arabic letters', () => {
    expect(said('ar', 'ب12', '3')).toBe('ticket ب 12 please-go-to desk 3');
  });

  it('stay so small that they go into every installation', () => {
    const bytes = LANGUAGES.flatMap((language) => {
      const folder = new URL(`${language}/`, FOLDER);
      return readdirSync(folder).map((file) => statSync(new URL(encodeURIComponent(file), folder)).size);
    });
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_600_000);
  });
});
