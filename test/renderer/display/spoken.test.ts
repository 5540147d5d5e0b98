/** What is said, in which language, how loud, and how it is put together from recorded words. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { deskIn, serviceIn } from '../../../renderer/display/names.ts';
import { recordedPhrase } from '../../../renderer/display/sound/recorded-phrase.ts';
import { spokenCall, spokenLanguages } from '../../../renderer/display/spoken-text.ts';
import { readingMs, tickerMessages } from '../../../renderer/display/ticker.ts';
import { volumeAt } from '../../../renderer/display/volume.ts';
import { createTexts, type TextFile } from '../../../renderer/shared/i18n.ts';
import { calledTicket, displayOf } from '../../fixtures/display-calls.ts';

const FOLDER = new URL('../../../assets/locales/', import.meta.url);
const LANGUAGES = readdirSync(FOLDER);

function read(language: string): TextFile {
  return JSON.parse(readFileSync(new URL(`${language}/display.json`, FOLDER), 'utf8')) as TextFile;
}

const texts = createTexts(read('en'), new Map(LANGUAGES.map((each) => [each, () => Promise.resolve(read(each))])));
beforeAll(() => Promise.all(LANGUAGES.map((each) => texts.load(each))));

function say(lang: string, label: string, desk: string): string {
  const t = texts.ready(lang);
  if (t === null) throw new Error(`${lang} did not load.`);
  return spokenCall(calledTicket(label), desk, t);
}

describe('the texts of the display', () => {
  const keys = (file: TextFile, path = ''): string[] =>
    Object.entries(file).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path}${key}`] : keys(value as TextFile, `${path}${key}.`),
    );

  it.each(LANGUAGES)('are all there in %s', (language) => {
    // Plural forms differ; `test/locales.test.ts` checks them.
    const names = (lang: string) => [
      ...new Set(keys(read(lang)).map((key) => key.replace(/^waiting_\w+$/, 'waiting'))),
    ];
    expect(names(language).sort()).toEqual(names('en').sort());
  });
});

describe('a spoken call', () => {
  it.each([
    ['en', 'Desk 4', 'Ticket A, 0 4 2. Please go to Desk 4.'],
    ['pt_PT', 'Balcão 4', 'Senha A, 42. Dirija-se a: Balcão 4.'],
    ['es', 'Mostrador 4', 'Número A, 42. Acuda a: Mostrador 4.'],
    ['fr', 'Guichet 4', 'Numéro A, 42. Présentez-vous ici\u00a0: Guichet 4.'],
    ['de', 'Schalter 4', 'Nummer A, 42, bitte zu Schalter 4.'],
    ['ar', 'الشباك 4', 'الرقم A, 42، تفضلوا إلى الشباك 4.'],
    ['ru', 'Окно 4', 'Талон A, 42. Ваша очередь: Окно 4.'],
    ['he', 'עמדה 4', 'מספר A, 0 4 2. נא לגשת אל עמדה 4.'],
    ['tr', 'Gişe 4', 'Sıra numarası A, 42. Buyurun: Gişe 4.'],
    ['pl', 'Stanowisko 4', 'Numer A, 42. Zapraszamy: Stanowisko 4.'],
    ['uk', 'Вікно 4', 'Талон A, 42. Ваша черга: Вікно 4.'],
    ['vi', 'Quầy 4', 'Mời số A, 0 4 2 đến Quầy 4.'],
    ['fa', 'باجهٔ 4', 'شمارهٔ A, 42، به باجهٔ 4 مراجعه کنید.'],
    ['hi', 'काउंटर 4', 'टोकन नंबर A, 42, कृपया काउंटर 4 पर आइए।'],
    ['ja', '4番窓口', '番号札A, 42番の方、4番窓口へどうぞ。'],
    ['ko', '4번 창구', 'A, 42번 고객님, 4번 창구에서 모시겠습니다.'],
    ['zh', '4号窗口', '请 A, 0 4 2 号到4号窗口。'],
  ])('in %s', (lang, desk, sentence) => {
    expect(say(lang, 'A042', desk)).toBe(sentence);
  });

  it('spells tags of several letters, and needs no tag', () => {
    expect(say('en', 'BX07', 'Desk 1')).toContain('B X, 0 7');
    expect(say('de', '007', 'Schalter 1')).toContain('Nummer 7,');
  });

  it('is in the visitor’s language first, then in those of the site, each once', () => {
    const isKnown = (lang: string): boolean => lang !== 'fi';
    const spoken = (lang: string, onlyFirst = false) =>
      spokenLanguages({ lang }, ['pt_PT', 'en'], { onlyFirst, isKnown });
    expect(spoken('ar')).toEqual(['ar', 'pt_PT', 'en']);
    expect(spoken('pt_BR')).toEqual(['pt_BR', 'en']);
    expect(spoken('')).toEqual(['pt_PT', 'en']);
    expect(spoken('fi')).toEqual(['pt_PT', 'en']);
    expect(spoken('ar', true)).toEqual(['ar']);
  });
});

describe('names of the site', () => {
  it('are in the language asked for, in a near one, else as they are', () => {
    const display = displayOf();
    expect(deskIn(display, calledTicket(), 'pt_PT')).toBe('Balcão 4');
    expect(deskIn(display, calledTicket(), 'pt_BR')).toBe('Balcão 4');
    expect(deskIn(display, calledTicket(), 'de')).toBe('Desk 4');
    expect(serviceIn(display, calledTicket(), 'pt')).toBe('Passaportes');
  });

  it('come from the call where the desk is removed, and from its tag where it has no name', () => {
    expect(deskIn(displayOf(), calledTicket('A1', { desk_id: 'gone', desk_name: 'Old desk' }), 'en')).toBe('Old desk');
    expect(deskIn(displayOf(), calledTicket('A1', { desk_id: 'gone', desk_name: '' }), 'en')).toBe('4');
  });
});

describe('recorded words', () => {
  const letters = Object.fromEntries([...'0123456789ab'].map((each) => [each, `${each}.wav`]));
  const words = { ...letters, ticket: 'ticket.mp3', desk: 'desk.mp3' };
  const phrase = (more: Record<string, string>, order = '') =>
    recordedPhrase({ words: { ...words, ...more }, phrase: order }, calledTicket('A042'));

  it('make a call of letters, digits and the desk', () => {
    expect(phrase({})).toEqual(['ticket.mp3', 'a.wav', '0.wav', '4.wav', '2.wav', 'desk.mp3', '4.wav']);
  });

  it('are taken whole where they were recorded whole', () => {
    expect(phrase({ '42': '42.mp3', 'desk-desk-4': 'room-four.mp3' })).toEqual([
      'ticket.mp3',
      'a.wav',
      '42.mp3',
      'room-four.mp3',
    ]);
  });

  it('are in the configured order', () => {
    expect(phrase({ please: 'p.mp3' }, 'please {desk} missing {label}')).toEqual([
      'p.mp3',
      'desk.mp3',
      '4.wav',
      'a.wav',
      '0.wav',
      '4.wav',
      '2.wav',
    ]);
  });

  it('say nothing rather than half a number', () => {
    for (const order of ['', '{label}', '{label-digits}', 'ticket [{label} {desk}]']) {
      expect(recordedPhrase({ words, phrase: order }, calledTicket('Z042')), order).toBeNull();
      expect(recordedPhrase({ words, phrase: order }, calledTicket('constructor042')), order).toBeNull();
    }
  });

  it('say numbers by as few recordings as they can', () => {
    const all = {
      '3': '3',
      '5': '5',
      '10': '10',
      '100': '100',
      '100-and': '100-and',
      '200': '200',
      '40-and': '40-and',
    };
    const number = (value: number, more: Record<string, string> = {}) =>
      recordedPhrase({ words: { ...letters, ...all, ...more }, phrase: '{label}' }, calledTicket(`A${value}`))?.slice(
        1,
      );
    expect(number(10)).toEqual(['10']);
    expect(number(43)).toEqual(['40-and', '3']);
    expect(number(143)).toEqual(['100-and', '40-and', '3']);
    expect(number(210)).toEqual(['200', '10']);
    expect(number(200)).toEqual(['200']);
    expect(number(53, { 'and-50': 'and-50' })).toEqual(['3', 'and-50']);
    // With a recording missing they are spelt, whole.
    expect(number(53)).toEqual(['5', '3']);
    expect(number(153)).toEqual(['1.wav', '5', '3']);
    expect(number(1043)).toEqual(['1.wav', '0.wav', '4.wav', '3']);
  });

  it('say numbers digit by digit where the order wants that', () => {
    expect(phrase({ '42': '42.mp3' }, '{label-digits}')).toEqual(['a.wav', '0.wav', '4.wav', '2.wav']);
  });

  it('know alif with its hamza, and Arabic figures at a desk', () => {
    const arabic = { ...letters, ا: 'alif.mp3' };
    const ticket = calledTicket('A42', { tag: 'أ', label: 'أ42', desk_tag: '١٢' });
    expect(recordedPhrase({ words: arabic, phrase: '{label} {desk}' }, ticket)).toEqual([
      'alif.mp3',
      '4.wav',
      '2.wav',
      '1.wav',
      '2.wav',
    ]);
  });
});

describe('a desk in recorded words', () => {
  const words = Object.fromEntries([...'0123456789abr', 'ticket', 'desk', 'to', 'hall'].map((each) => [each, each]));
  const at = (desk_tag: string, order = 'ticket {label} [to {desk}]') =>
    recordedPhrase({ words, phrase: order }, calledTicket('A7', { desk_tag }))?.join(' ');

  it.each([
    ['4', 'to desk 4'],
    ['4A', 'to desk 4 a'],
    ['R1', 'to desk r 1'],
    // A room is no desk: where nobody has recorded another word for it there is none.
    ['Room 1', 'to 1'],
    ['3号窗口', 'to desk 3'],
    ['Hall B', 'to hall b'],
    ['３', 'to desk 3'],
    ['۳', 'to desk 3'],
    ['Room ४', 'to 4'],
    ['𝟗', 'to desk 9'],
    // What could be said of these would lead visitors astray.
    ['Reception', ''],
    ['Wing B', ''],
    ['Room 1, floor 2', ''],
    ['Q1', ''],
    ['', ''],
    // Numerals that are no figures.
    ['²', ''],
    ['2²', ''],
    ['Ⅱ', ''],
    ['½', ''],
    ['Room Ⅳ', ''],
  ])('%s is said as "%s"', (tag, said) => {
    expect(at(tag)).toBe(`ticket a 7 ${said}`.trim());
  });

  it.each([
    ['Desk 1', 'to desk 1'],
    ['Room 1', 'to-room room 1'],
    ['Besprechungszimmer 1', 'to-room room 1'],
    ['Sala 1', 'to-room room 1'],
    ['1号诊室', 'to-room room 1'],
    ['غرفة 1', 'to-room room 1'],
    ['Schalter 1', 'to desk 1'],
    ['1번 창구', 'to desk 1'],
    ['1', 'to desk 1'],
    ['Till 1', 'to 1'],
    ['Ballroomdesk 1', 'to 1'],
  ])('has the word of its name on the screen, %s', (name, said) => {
    const more = { 'room-to': 'to-room', 'room-desk': 'room' };
    const recording = { words: { ...words, ...more }, phrase: 'ticket {label} [to {desk}]' };
    const ticket = calledTicket('A7', { desk_tag: '1' });
    expect(recordedPhrase(recording, ticket, name)?.join(' ')).toBe(`ticket a 7 ${said}`);
  });

  it('is left out where its place is in brackets, as it is without an order', () => {
    expect(at('Reception', '')).toBe('ticket a 7');
    expect(at('4', '')).toBe('ticket a 7 desk 4');
    expect(at('Reception', '[to {desk}] {label}')).toBe('a 7');
  });

  it('never drops the ticket number, and speaks a numeric tag by its digits', () => {
    const sign = fc.oneof(
      fc.constantFrom(...'09AbZßÄ٣۳३３²½Ⅱ㊷𝟗號号 -.,/'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const text = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(text, (tag) => {
        const said = at(tag) ?? '';
        expect(said).toMatch(/^ticket a 7( to (desk|hall)( [0-9abr])*)?/);
        if (/^\p{Nd}+$/u.test(tag)) expect(said).toMatch(/ desk( \d){1,8}$/);
      }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 1_000_000_000_000 }), (tag, number) => {
        const ticket = calledTicket('A7', { tag, label: `${tag}${number}`, number, desk_tag: tag });
        const said = recordedPhrase({ words, phrase: 'ticket {label} [to {desk}]' }, ticket);
        expect(said === null || said.length > 1).toBe(true);
      }),
    );
  });

  it('silences the language where it is not', () => {
    expect(at('Reception', 'ticket {label} {desk}')).toBeUndefined();
  });
});

describe('the volume', () => {
  const settings = {
    quiet: false,
    volume: 80,
    volume_hours: [
      { from: '21:00', to: '07:30', volume: 0 },
      { from: '07:30', to: '09:00', volume: 40 },
    ],
  };
  it.each([
    ['2026-11-20T12:00:00Z', 0.8],
    ['2026-11-20T08:59:00Z', 0.4],
    ['2026-11-20T07:30:00Z', 0.4],
    ['2026-11-20T07:29:00Z', 0],
    ['2026-11-20T23:00:00Z', 0],
  ])('at %s is %d', (at, volume) => {
    expect(volumeAt(settings, Date.parse(at), 'Europe/Lisbon')).toBe(volume);
  });

  it('is none in a quiet place', () => {
    expect(volumeAt({ ...settings, quiet: true }, Date.parse('2026-11-20T12:00:00Z'), 'Europe/Lisbon')).toBe(0);
  });

  it('goes by the clock of the location', () => {
    expect(volumeAt(settings, Date.parse('2026-07-20T20:30:00Z'), 'Europe/Lisbon')).toBe(0);
    expect(volumeAt(settings, Date.parse('2026-11-20T20:30:00Z'), 'Europe/Lisbon')).toBe(0.8);
  });
});

describe('the ticker', () => {
  const messages = (ticker: string, ticker_translations: Record<string, string>, languages = ['pt_PT', 'en']) =>
    tickerMessages({ ticker, ticker_translations }, languages, 'en').map(({ lang, text }) => `${lang}: ${text}`);

  it('says each line in every language of the display that has it', () => {
    expect(messages('One\nTwo', { pt_PT: 'Um\nDois', de: 'Eins' })).toEqual([
      'pt_PT: Um',
      'en: One',
      'pt_PT: Dois',
      'en: Two',
    ]);
  });

  it('falls back to existing texts without a translation', () => {
    expect(messages('One', {}, ['ar'])).toEqual(['en: One']);
    expect(messages('', {})).toEqual([]);
    expect(messages(' \n\n', {})).toEqual([]);
  });

  it('breaks what is too long between words, and loses none', () => {
    const long = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const pieces = tickerMessages({ ticker: long, ticker_translations: {} }, ['en'], 'en');
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.map(({ text }) => text.replace(/ …$/, '')).join(' ')).toBe(long);
    for (const piece of pieces) expect(piece.text.length).toBeLessThanOrEqual(133);
    const chinese = '请'.repeat(150);
    const parts = tickerMessages({ ticker: chinese, ticker_translations: {} }, ['zh'], 'en');
    expect(parts.map(({ text }) => text.replace(/ …$/, '')).join('')).toBe(chinese);
  });

  it('gives long messages more time', () => {
    const [short, long] = ['Hello', 'A message that takes its time to be read'].map((text) =>
      readingMs({ lang: 'en', text }),
    );
    expect(long).toBeGreaterThan(short ?? 0);
  });
});
