/** Values of the site in the reader's words: for two who meet, and in the change log. */
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import document from '../../../assets/schemas/site.schema.json' with { type: 'json' };
import { STAFF_LANGUAGES } from '../../../main/lib/languages.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { faultPlace } from '../../../renderer/admin/failures/fault-place.ts';
import type { FieldSchema } from '../../../renderer/admin/model/schema.ts';
import { auditRows } from '../../../renderer/admin/value-format/audit-rows.ts';
import { linesOf } from '../../../renderer/admin/value-format/lines.ts';
import type { ValueLine, Wording } from '../../../renderer/admin/value-format/wording.ts';
import { readTexts } from '../../helpers/locale-texts.ts';

const FILE = {
  settings: { break_reasons: [{ id: '1', name: 'Lunch' }] },
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
  for (const language of STAFF_LANGUAGES) {
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
const shown = (lines: readonly ValueLine[]): readonly string[] =>
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
      '*Name of the location (start of the line, regular)*',
      'Line',
    ]);
    expect(lines('locations', 'ticket_layout', theirs, mine, 'de')).toEqual([
      '*Name des Standorts*',
      'Nummer (Groß)',
      'Linie',
    ]);
  });

  it('of a default layout show the default parts', () => {
    expect(lines('locations', 'ticket_layout', [], [part('number')])).toEqual(['Short']);
    expect(lines('locations', 'ticket_layout', [part('number')], [])).toEqual(['Number']);
  });

  it('of the organisation’s own texts are the texts, and translations that differ', () => {
    const text = (pt: string, ar: string) =>
      part('text', { text: 'Take a seat.', translations: { pt: { text: pt }, ar: { text: ar } } });
    expect(lines('locations', 'ticket_layout', [text('Sente-se.', 'تفضل')], [text('Sente-se já.', 'تفضل')])).toEqual([
      '*Custom text (“Take a seat.”, Português: “Sente-se.”)*',
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
      '  *Required: Yes*',
      'Before · Which street?',
    ]);
  });

  it('of a display are its own texts, and hours with their volume', () => {
    const hours = [{ from: '20:00', to: '08:00', volume: 30 }];
    const mine = { chime: true, volume_hours: hours, service_groups: ['papers'], look: 'dark' };
    expect(lines('devices', 'display', mine, { chime: false, look: 'dark' })).toEqual([
      '*Chime: Yes*',
      '*Volume by time of day: 20:00–08:00: 30 %*',
      '*Service groups: Papers*',
    ]);
  });

  it.each([
    ['locations', 'state', 0, 'Disabled'],
    ['locations', 'ticket_tolerance', -1, 'Always'],
    ['locations', 'timeformat', 'HH:mm', '24 h (14:30)'],
    ['locations', 'timeformat', 'hh:mm a', '12 h (2:30 PM)'],
    ['locations', 'timeformat', 'H.mm', 'H.mm'],
    ['locations', 'call_order', 'fifo', 'Order of arrival'],
    ['locations', 'late_as_walk_in', false, 'No'],
    ['locations', 'logo', `data:image/png;base64,${'A'.repeat(4000)}`, 'PNG · 3 kB'],
    ['locations', 'name', 'true', 'true'],
    ['settings', 'api_authentication', true, 'Always required'],
    ['settings', 'default_lang', 'fr', 'Français'],
    ['devices', 'type', 9, 'Display'],
    ['users', 'roles', ['admin_site'], 'Manage everything'],
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
      ['Ticket layout', '*Name of the location*, Number (Large)', 'Number (Large), *Name of the location*'],
    ]);
    expect(rows('locations', [['ticket_layout', after, '']])).toEqual([
      ['Ticket layout', '*Number (Large)*, Name of the location', 'Short'],
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
      ['Ticket layout · 1', 'Logo, Default', 'Name of the location, Large'],
      ['Ticket layout · 2', '', 'Line'],
    ]);
    expect(rows('devices', [['display.volume_hours[0].from', '', '20:00']])).toEqual([
      ['Display · Volume by time of day · 1', '', '20:00'],
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
      ['Questions · Before · Is it about a house? · Required', 'No', 'Yes'],
      ['Questions · Before · Is it about a house? · Type of answer', 'Yes or no', 'Text'],
      ['Questions · Before · Is it about a house? · Choices', '', 'A, B'],
      ['Questions · Before · Is it about a house? · Asked on · Ticket kiosk', 'Yes', 'No'],
      ['Questions · At the end', 'How was it?', ''],
    ]);
  });

  it('describes outcomes of visits in words', () => {
    const outcome = [{ code: 'new', name: 'New passport', kind: 'reason', translations: { fr: { name: 'Neuf' } } }];
    expect(rows('services', [['outcomes', '', JSON.stringify(outcome)]])).toEqual([
      [
        'Outcomes',
        '',
        '*Code: new · Name: New passport · Type: Reason for the visit · In other languages · Français · Name: Neuf*',
      ],
    ]);
    expect(
      rows('settings', [
        ['break_reasons[1].name', 'Lunch', 'Lunch break'],
        ['break_reasons[1].translations.fr.name', '', 'Pause'],
        ['break_reasons[7].name', 'Training', ''],
      ]),
    ).toEqual([
      ['Break reasons · Lunch · Name', 'Lunch', 'Lunch break'],
      ['Break reasons · Lunch · In other languages · Français · Name', '', 'Pause'],
      ['Break reasons · 7 · Name', 'Training', ''],
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
      ['Custom keys and texts · room', '', '4'],
      ['Forms', '["f","cut… (900)', '*Form*'],
    ]);
  });
});

it('describes the location of a fault in words: in the edited item, in others, and in a file', () => {
  const place = (path: string, part: 'services' | 'users' | null = null): string => faultPlace(wording(), path, part);
  expect(place('desks(d1).tag')).toBe('Desks · Desk 1 · Label on the display');
  expect(place('desks(d1).tag', 'services')).toBe('Desks · Desk 1 · Label on the display');
  // Within what is edited it is the second of its own.
  expect(place('locations[1]', 'users')).toBe('Locations · 2');
  expect(place('services[3].outcomes[0].code')).toBe('Services · 4 · Outcomes · 1 · Code');
  expect(place('settings.break_reasons[1].id')).toBe('System settings · Break reasons · 2 · Code');
  expect(place('forms[0].questions.before[1].config')).toBe('Forms · 1 · Questions · Before · 2');
  for (const whole of ['', '(item)', '(file)']) expect(place(whole)).toBe('');
});

/** A field at any depth as the log names it, with what may stand there. */
interface Kept {
  readonly part: string;
  readonly field: string;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function keptOf(part: string, schema: FieldSchema, field: string, names: readonly string[]): readonly Kept[] {
  const { type, items, properties, patternProperties } = schema;
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, inner]) =>
      keptOf(part, inner, field === '' ? name : `${field}.${name}`, [...names, name]),
    );
  const ofLanguages = Object.values(patternProperties ?? {})[0];
  // What a house keeps for itself is named by the house.
  if (ofLanguages !== undefined)
    return names.at(-1) === 'metadata' ? [] : keptOf(part, ofLanguages, `${field}.fr`, names);
  if (items?.properties?.id !== undefined) return keptOf(part, items, `${field}[1]`, names);
  if (type === 'array') {
    const entries = samples(items ?? {});
    return [
      { part, field, names: [...names, ...Object.keys(items?.properties ?? {})], values: [JSON.stringify(entries)] },
    ];
  }
  return [{ part, field, names, values: samples(schema).map(String) }];
}

/** Every choice of a list, else something that fits; of an entry one with each field, and each choice of each. */
function samples(schema: FieldSchema): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.properties === undefined) return [schema.type === 'boolean' ? true : schema.type === 'integer' ? 1 : '§'];
  const all = Object.entries(schema.properties).map(([name, inner]) => [name, samples(inner)] as const);
  const most = Math.max(...all.map(([, values]) => values.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(all.map(([name, values]) => [name, values[at % values.length]])),
  );
}

/** Kept for other programs, which alone change them. */
const NO_PAGE_HAS: ReadonlySet<string> = new Set(['selected', 'expanded']);

describe.each(STAFF_LANGUAGES)('whatever changes, in %s,', (language) => {
  const { properties = {} } = document as unknown as FieldSchema;
  const all = Object.entries(properties)
    .flatMap(([part, schema]) => keptOf(part, schema.items ?? schema, '', []))
    .filter(({ field, names }) => field !== '' && field !== 'id' && !NO_PAGE_HAS.has(names.at(-1) ?? ''));

  it('describes changes without names or choice of files', () => {
    expect(all.length).toBeGreaterThan(200);
    const choices = new Set(all.flatMap(({ values }) => values.filter((value) => /_/.test(value))));
    const raw = all.flatMap(({ part, field, names, values }) =>
      values.flatMap((value) => {
        const entry = {
          collection: part,
          action: 'changed',
          fields: [{ field, before: '', after: value, hidden: false }],
        };
        const lines = auditRows(wording(language), entry as never).flatMap(({ name, after }) => [
          name,
          ...after.map(({ words }) => words),
        ]);
        const said = lines.flatMap((line) => line.split(/ · |: |：|\(|\)|, |، |、/)).map((word) => word.trim());
        // English calls a few things as files do.
        const ofFiles = language === 'en' ? [] : names;
        const found = said.filter(
          (word) => ofFiles.includes(word) || choices.has(word) || /^[a-z]+_[a-z_]+$/.test(word),
        );
        return found.length === 0 ? [] : [`${part}.${field} ${value}: ${lines.join(' = ')}`];
      }),
    );
    expect(raw).toEqual([]);
  });
});

it('counts single cards of rules instead of showing their hashes', () => {
  const rule = (cards: readonly string[]) => ({ pattern: '', cards, services: ['taxes'] });
  const text = lines('settings', 'card_rules', [rule(['card$a$b', 'card$a$c'])], [rule([])]).join(' ');
  expect(text).toContain('2 cards');
  expect(text).not.toContain('card$');
  const after = JSON.stringify([{ cards: 1, services: ['taxes'] }]);
  const entry = {
    collection: 'settings',
    action: 'changed',
    fields: [{ field: 'card_rules', before: '', after, hidden: false }],
  };
  expect(JSON.stringify(auditRows(wording(), entry as never))).toContain('1 card');
});
