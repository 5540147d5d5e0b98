/** Values of the site in the reader's words: for two who meet, and in the change log. */
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteFile } from '../../../main/contract/site.ts';
import { auditRows } from '../../../renderer/admin/wording/audit-rows.ts';
import { linesOf } from '../../../renderer/admin/wording/lines.ts';
import type { Line, Wording } from '../../../renderer/admin/wording/wording.ts';
import { readTexts } from '../../helpers/locale-texts.ts';

const FILE = {
  locations: [{ id: 'hall', name: 'Town hall' }],
  service_groups: [{ id: 'papers', name: 'Papers' }],
  server_services: [],
  services: [],
  desks: [
    { id: 'd1', name: 'Desk 1' },
    { id: 'd2', name: 'Desk 2' },
  ],
  users: [],
  devices: [],
  question_answer_types: [],
  forms: [{ id: 'f', name: 'Form', questions: { before: [{ id: 'q1', question: 'Is it about a house?' }] } }],
  appointments: [],
  webhooks: [],
  report_keys: [],
  role_sets: [],
} as unknown as SiteFile;
const KINDS = [
  { id: 'yes-no', name: 'Yes or no' },
  { id: 'words', name: 'Text' },
];

const said: Record<string, Wording> = {};
beforeAll(async () => {
  for (const language of ['en', 'de']) {
    const i18n = createInstance();
    await i18n.init({
      lng: language,
      resources: { [language]: { translation: { ...readTexts(language, 'admin'), ...readTexts(language, 'staff') } } },
      interpolation: { escapeValue: false },
    });
    i18n.addResourceBundle(language, 'translation', readTexts(language, 'editor'), true);
    said[language] = { t: i18n.t, language, file: FILE, kinds: KINDS };
  }
});

const wording = (language = 'en'): Wording => said[language] as Wording;
/** What is different stands between stars. */
const shown = (lines: readonly Line[]): readonly string[] =>
  lines.map(({ words, differs, under }) => `${under === true ? '  ' : ''}${differs ? `*${words}*` : words}`);

function lines(part: string, field: string, value: unknown, other: unknown, language?: string): readonly string[] {
  return shown(linesOf(wording(language), part, [field], value, other));
}

const part = (name: string, more: object = {}) => ({
  part: name,
  size: 0,
  align: 'center',
  text: '',
  translations: {},
  ...more,
});

describe('two states of a field', () => {
  it('of a layout are its parts in their order, with what is unusual of each', () => {
    const mine = [part('number', { size: 3 }), part('site', { bold: false, align: 'start' }), part('rule')];
    const theirs = [part('site'), part('number', { size: 3 }), part('rule')];
    expect(lines('locations', 'ticket_layout', mine, theirs)).toEqual([
      'Number (Large)',
      '*Name of the location (at the start of the line, not bold)*',
      'Line',
    ]);
    expect(lines('locations', 'ticket_layout', theirs, mine, 'de')).toEqual([
      '*Name des Standorts*',
      'Nummer (Groß)',
      'Linie',
    ]);
  });

  it('of a layout that nobody has arranged are the usual', () => {
    expect(lines('locations', 'ticket_layout', [], [part('number')])).toEqual(['As usual']);
    expect(lines('locations', 'ticket_layout', [part('number')], [])).toEqual(['Number']);
  });

  it('of the house’s own texts are what they say, and translations that differ', () => {
    const text = (pt: string, ar: string) =>
      part('text', { text: 'Take a seat.', translations: { pt: { text: pt }, ar: { text: ar } } });
    expect(lines('locations', 'ticket_layout', [text('Sente-se.', 'تفضل')], [text('Sente-se já.', 'تفضل')])).toEqual([
      '*Own text (“Take a seat.”, Português: “Sente-se.”)*',
    ]);
  });

  it('of translations are those that differ, by language', () => {
    const mine = { de: { name: 'Pässe', description: 'Reisen' }, fr: { name: 'Passeports' } };
    const theirs = { de: { name: 'Reisepässe', description: 'Reisen' }, fr: { name: 'Passeports' } };
    expect(lines('services', 'translations', mine, theirs)).toEqual(['Deutsch · Name: Pässe']);
    expect(lines('services', 'translations', { fr: { name: 'Passeports' } }, theirs)).toEqual([
      '*Deutsch · Name: –*',
      '*Deutsch · Description: –*',
    ]);
  });

  it('of references are the names of things', () => {
    expect(lines('services', 'desks', ['d1', 'd2'], ['d2'])).toEqual(['*Desk 1*', 'Desk 2']);
    expect(lines('desks', 'location', 'hall', 'gone')).toEqual(['Town hall']);
    expect(lines('desks', 'location', 'gone', 'hall')).toEqual(['gone']);
  });

  it('of questions are what they ask, with what else is different below', () => {
    const question = (id: string, text: string, more: object = {}) => ({
      id,
      question: text,
      required: false,
      ...more,
    });
    const mine = { before: [question('q1', 'A house?', { required: true }), question('q2', 'Which street?')] };
    const theirs = { before: [question('q2', 'Which street?'), question('q1', 'A house?'), question('q3', 'When?')] };
    expect(lines('forms', 'questions', mine, theirs)).toEqual([
      '*Before · A house?*',
      '  *Must be answered: Yes*',
      'Before · Which street?',
    ]);
  });

  it('of a display are its own words, and hours with their loudness', () => {
    const hours = [{ from: '20:00', to: '08:00', volume: 30 }];
    const mine = { chime: true, volume_hours: hours, service_groups: ['papers'], look: 'dark' };
    expect(lines('devices', 'display', mine, { chime: false, look: 'dark' })).toEqual([
      '*A chime sounds: Yes*',
      '*Loudness by time of day: 20:00–08:00: 30 %*',
      '*Groups of services: Papers*',
    ]);
  });

  it.each([
    ['locations', 'state', 0, 'Switched off'],
    ['locations', 'ticket_tolerance', -1, 'Always'],
    ['locations', 'call_order', 'fifo', 'In the order of arrival'],
    ['locations', 'late_as_walk_in', false, 'No'],
    ['locations', 'logo', `data:image/png;base64,${'A'.repeat(4000)}`, 'PNG · 3 kB'],
    ['locations', 'name', 'true', 'true'],
    ['settings', 'api_authentication', true, 'Always needed'],
    ['settings', 'default_lang', 'fr', 'Français'],
    ['devices', 'type', 9, 'Display'],
    ['users', 'roles', ['admin_site'], 'Look after the whole house'],
    ['services', 'description', '', '–'],
    ['services', 'description', undefined, '–'],
  ])('%s %s %j reads as %s', (thing, field, value, words) => {
    expect(lines(thing, field, value, undefined).map((line) => line.replaceAll('*', ''))).toEqual([words]);
  });
});

describe('the change log', () => {
  type Change = readonly [field: string, before: string, after: string];
  const rows = (collection: string, changes: readonly Change[], action = 'changed', language?: string) =>
    auditRows(wording(language), {
      id: '1',
      change_id: '1',
      at: '',
      by: { kind: 'user', id: '', name: '' },
      collection,
      item_id: 'x',
      item_name: '',
      action,
      fields: changes.map(([field, before, after]) => ({ field, before, after, hidden: false })),
    }).map(({ name, before, after }) => [name, shown(before).join(', '), shown(after).join(', ')]);

  it('has a layout in one row', () => {
    const before = JSON.stringify([
      { part: 'site', size: 0, align: 'center' },
      { part: 'number', size: 3 },
    ]);
    const after = JSON.stringify([{ part: 'number', size: 3 }, { part: 'site' }]);
    expect(rows('locations', [['ticket_layout', before, after]])).toEqual([
      ['The ticket', '*Name of the location*, Number (Large)', 'Number (Large), *Name of the location*'],
    ]);
    expect(rows('locations', [['ticket_layout', after, '']])).toEqual([
      ['The ticket', '*Number (Large)*, Name of the location', 'As usual'],
    ]);
  });

  it('that an earlier program wrote has a row for each place of a layout', () => {
    expect(
      rows('locations', [
        ['name', 'Hall', 'Town hall'],
        ['ticket_layout[0].part', 'logo', 'site'],
        ['ticket_layout[0].size', '0', '3'],
        ['ticket_layout[1].part', '', 'rule'],
      ]),
    ).toEqual([
      ['Name', 'Hall', 'Town hall'],
      ['The ticket · 1', 'Logo, As usual', 'Name of the location, Large'],
      ['The ticket · 2', '', 'Line'],
    ]);
    expect(rows('devices', [['display.volume_hours[0].from', '', '20:00']])).toEqual([
      ['Display · Loudness by time of day · 1', '', '20:00'],
    ]);
  });

  it('names a question that came or went, and what changed of one that stayed', () => {
    expect(
      rows('forms', [
        ['questions.before[q1].required', 'false', 'true'],
        ['questions.before[q1].qat_id', 'yes-no', 'words'],
        ['questions.before[q1].config', '', '{"options":["A","B"]}'],
        ['questions.before[q1].visible_on.ticket_kiosks', 'true', 'false'],
        ['questions.end[q9].question', 'How was it?', ''],
        ['questions.end[q9].required', 'true', ''],
        ['questions.end[q9].visible_on.qm_pad', 'true', ''],
      ]),
    ).toEqual([
      ['Questions · Before · Is it about a house? · Must be answered', 'No', 'Yes'],
      ['Questions · Before · Is it about a house? · Answer', 'Yes or no', 'Text'],
      ['Questions · Before · Is it about a house? · Choices', '', 'A, B'],
      ['Questions · Before · Is it about a house? · Asked on · Ticket kiosk', 'Yes', 'No'],
      ['Questions · At the end', 'How was it?', ''],
    ]);
  });

  it('shows lists by names, and what cannot be read as it is', () => {
    expect(
      rows('services', [
        ['desks', '["d1"]', '["d1","d2"]'],
        ['translations.fr.name', 'Passeports', 'Passeport'],
        ['metadata.room', '', '4'],
        ['forms', '["f","cut… (900)', '["f"]'],
      ]),
    ).toEqual([
      ['Desks', 'Desk 1', 'Desk 1, *Desk 2*'],
      ['In other languages · Français · Name', 'Passeports', 'Passeport'],
      ['Own keys and texts · room', '', '4'],
      ['Forms', '["f","cut… (900)', '*Form*'],
    ]);
  });
});
