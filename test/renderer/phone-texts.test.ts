/** The texts of the phone ticket, in every language, and what is made of them. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { createTexts, type TextFile } from '../../renderer/shared/i18n.ts';
import { waitWords } from '../../renderer/shared/wait-text.ts';
import { callOf, type Look, lookOf, nameIn, spoken } from '../../renderer/ticket/view-state.ts';
import { entries, keys, readTexts } from '../helpers/locale-texts.ts';

const read = (language: string): TextFile => readTexts(language, 'phone');

it.each(LANGUAGES)('nobody before a visitor is said by itself in %s', (language) => {
  expect(keys(read(language))).toContain('before');
  expect(entries(read(language)).map(([key]) => key)).toContain('before_zero');
});

const TICKET: PhoneTicket = {
  label: 'A043',
  state: 'waiting',
  lang: 'pt_PT',
  service: { pt_PT: 'Passaportes', en: 'Passports' },
  location: { pt_PT: 'Câmara' },
  colour: '',
  accent: '',
  logo: '',
  time_zone: 'UTC',
  before: 3,
  wait_seconds: 480,
  priority: false,
  transferred: false,
  scheduled_at: '',
  desk: {},
  desk_tag: '',
  called_at: '',
  recalled_at: '',
  can_return: false,
};
const t = createTexts(read('en'), new Map()).ready('en')!;

describe('what the page shows', () => {
  const look = (change: Partial<PhoneTicket>, left = false): Look =>
    lookOf({ status: 'live', ticket: { ...TICKET, ...change }, at: 0 }, left);

  it('is close from two people on', () => {
    expect([3, 2, 0].map((before) => look({ before }))).toEqual(['waiting', 'almost', 'almost']);
    // Nobody can tell just now: that is not close.
    expect(look({ before: -1 })).toBe('waiting');
  });

  it('distinguishes leaving from having been served', () => {
    expect([look({ state: 'ended' }), look({ state: 'ended' }, true)]).toEqual(['ended', 'left']);
    expect(look({ state: 'called' }, true)).toBe('called');
  });

  it('has words for a ticket that is not there', () => {
    expect(lookOf({ status: 'unknown', ticket: null, at: 0 }, false)).toBe('unknown');
    expect(lookOf({ status: 'stale', ticket: null, at: 0 }, false)).toBe('starting');
  });

  it('rings for a call, and for each time it is repeated', () => {
    const called = { ...TICKET, called_at: '2026-11-20T12:00:00.000Z' };
    const calls = [TICKET, called, { ...called, recalled_at: '2026-11-20T12:01:00.000Z' }].map(callOf);
    expect(calls[0]).toBe('');
    expect(new Set(calls).size).toBe(3);
  });

  it('names things in the language of the page, or in that of the ticket', () => {
    expect(nameIn(TICKET.service, 'en', 'pt_PT')).toBe('Passports');
    expect(nameIn(TICKET.service, 'pt', 'pt_PT')).toBe('Passaportes');
    expect(nameIn(TICKET.service, 'de', 'pt_PT')).toBe('Passaportes');
    expect(nameIn({}, 'de', 'pt_PT')).toBe('');
  });

  it('speaks of a wait as the paper does', () => {
    expect([0, 30, 480, 3600, 5400].map((seconds) => waitWords(seconds, t))).toEqual([
      '',
      'about 1–5 min',
      'about 5–10 min',
      'about 1 h',
      'about 1 h 30 min',
    ]);
  });

  it('is said in one sentence', () => {
    const said = (now: Look, change: Partial<PhoneTicket> = {}) => spoken(now, { ...TICKET, ...change }, t, 'en');
    expect(said('waiting')).toBe('3 people before you');
    expect(said('almost', { before: 1 })).toBe('1 person before you. It is almost your turn. Please stay close.');
    const desk = { pt_PT: 'Balcão 4', en: 'Desk 4' };
    expect(said('called', { desk })).toBe('It is your turn. Please go to Desk 4');
    expect(said('called', { desk, recalled_at: 'x' })).toBe('You are being called again. Please go to Desk 4');
    expect(said('paused')).toBe('');
  });
});
