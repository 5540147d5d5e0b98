import { describe, expect, it } from 'vitest';
import { axisMarks, timeMarks } from '../../../main/lib/axis-marks.ts';
import { readWeek } from '../../../main/lib/weekly-hours.ts';
import { sharedLetters } from '../../../main/site/contract/service-letters.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { labelStep } from '../../../renderer/admin/charts/scale.ts';
import { readTime, writeWeek } from '../../../renderer/admin/hours/week.ts';
import { compareSites, servicesAfter } from '../../../renderer/admin/model/compare-sites.ts';
import { createDrafts, meet } from '../../../renderer/admin/model/drafts.ts';
import { isSame } from '../../../renderer/admin/model/item.ts';
import { referrersOf } from '../../../renderer/admin/model/references.ts';
import { address, readPlace } from '../../../renderer/admin/model/router.ts';
import { emptyItem, faultsAt, faultsOf } from '../../../renderer/admin/model/schema.ts';
import { serverFaults } from '../../../renderer/admin/model/server-faults.ts';
import { shortDay } from '../../../renderer/admin/model/words.ts';
import { daysOf } from '../../../renderer/admin/reports/spans.ts';

describe('an address', () => {
  it('holds any id, and what is looked for', () => {
    const to = address(['services', 'a/b ü?'], { q: 'x & y', location: '' });
    expect(readPlace(to)).toEqual({ path: ['services', 'a/b ü?'], query: { q: 'x & y' } });
  });

  it('may be typed by hand', () => {
    expect(readPlace('#/services/%zz')).toEqual({ path: ['services', '%zz'], query: {} });
  });
});

describe('a draft', () => {
  it('is none when it changes nothing', () => {
    const drafts = createDrafts();
    drafts.put('desks/1', { base: { name: 'Desk 1', tag: '' }, value: { tag: '', name: 'Desk 2' } });
    expect(drafts.count.value).toBe(1);
    drafts.put('desks/1', { base: { name: 'Desk 1', tag: '' }, value: { tag: '', name: 'Desk 1' } });
    expect(drafts.count.value).toBe(0);
  });

  it('meets the changes of a colleague field by field', () => {
    const base = { name: 'Permits', tag: 'A', desks: ['1'], description: '' };
    const mine = { ...base, name: 'Plans', desks: ['1', '2'] };
    const theirs = { ...base, name: 'Houses', tag: 'B', desks: ['1', '2'] };
    expect(meet({ base, value: mine }, theirs)).toEqual({
      value: { name: 'Plans', tag: 'B', desks: ['1', '2'], description: '' },
      theirs: ['tag'],
      both: ['name'],
    });
  });

  it('keeps a password that was typed', () => {
    const base = { username: 'ana', name: 'Ana' };
    expect(meet({ base, value: { ...base, password: 'secret123' } }, { ...base, name: 'Ana Reis' }).value).toEqual({
      username: 'ana',
      name: 'Ana Reis',
      password: 'secret123',
    });
  });
});

it('the order of fields makes no difference, the order of a list does', () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame({ a: '' }, { a: 0 })).toBe(false);
});

describe('a week', () => {
  it.each([
    'Mo-Fr 09:00-17:00',
    'Mo-Fr 09:00-12:30,14:00-17:00; Sa 09:00-12:00; PH off',
    'Mo-We,Fr 08:00-16:00; Th 10:00-19:00',
    'Sa,Su 00:00-24:00',
    'off',
  ])('is read and written as %s', (text) => {
    const week = readWeek(text);
    expect(week && writeWeek(week)).toBe(text);
  });

  it('has its later rules win, as OpenStreetMap has it', () => {
    expect(writeWeek(readWeek('Mo-Fr 9:00-17:00; We off') ?? { days: [], closedOnHolidays: false })).toBe(
      'Mo,Tu,Th,Fr 09:00-17:00',
    );
    expect(readWeek('24/7')?.days).toHaveLength(7);
  });

  it.each(['Jan-Mar Mo-Fr 09:00-17:00', 'Mo sunrise-sunset', 'PH 10:00-12:00', 'whenever'])(
    'leaves %s as text',
    (text) => {
      expect(readWeek(text)).toBeNull();
    },
  );
});

it.each([
  ['8', '08:00'],
  ['830', '08:30'],
  ['8.30', '08:30'],
  ['17h45', '17:45'],
  ['24:00', '24:00'],
  ['24:01', null],
  ['8:60', null],
  ['noon', null],
  ['', null],
])('the time %j is taken for %j', (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

describe('faults', () => {
  it('are found before the server is asked', () => {
    const item = { ...emptyItem('services'), tag: 'TOO-LONG-TAG', rgbColour: 'blue', max_waiting: '12x' };
    expect(
      faultsOf('services', item)
        .map(({ path, key }) => `${path} ${key}`)
        .sort(),
    ).toEqual(['max_waiting number', 'name required', 'rgbColour format', 'tag tooLong']);
    expect(faultsOf('services', { ...emptyItem('services'), name: 'Permits' })).toEqual([]);
  });

  it('of the server belong to the field that they are about', () => {
    const faults = serverFaults(['desks[1]: there is no desk "x"', 'services(taxes).tag: is used twice']);
    expect(faultsAt(faults, 'desks')).toHaveLength(1);
    expect(faultsAt(faults, 'tag')).toEqual([]);
    expect(faults.map(({ key, values }) => [key, values])).toEqual([
      ['noSuch', { id: 'x' }],
      ['twiceHere', {}],
    ]);
  });

  it('without a translation stay as they are', () => {
    expect(serverFaults(['logo: is not an image', 'something'])).toEqual([
      { path: 'logo', key: '', words: 'is not an image' },
      { path: '', key: '', words: 'something' },
    ]);
  });
});

const SITE = {
  locations: [{ id: 'hall', name: 'Town hall' }],
  service_groups: [],
  server_services: [],
  services: [{ id: 'taxes', name: 'Taxes', location: 'hall', desks: ['1'], tag: 'A' }],
  desks: [{ id: '1', name: 'Desk 1', location: 'hall', services: [] }],
  users: [],
  devices: [],
  question_answer_types: [{ id: 'words', name: 'Text', type: 1 }],
  forms: [{ id: 'f', name: 'Form', questions: { before: [{ id: 'q', qat_id: 'words' }], during: [], end: [] } }],
  appointments: [],
  webhooks: [],
  report_keys: [],
  role_sets: [],
} as unknown as SiteFile;

it('whatever names a thing is known before it is deleted', () => {
  expect(referrersOf(SITE, 'desks', '1').map(({ id, field }) => `${id}.${field}`)).toEqual(['taxes.desks']);
  expect(referrersOf(SITE, 'locations', 'hall').map(({ id }) => id)).toEqual(['taxes', '1']);
  expect(referrersOf(SITE, 'question_answer_types', 'words').map(({ id }) => id)).toEqual(['f']);
  expect(referrersOf(SITE, 'services', 'taxes')).toEqual([]);
  const ruled = { ...SITE, settings: { card_rules: [{ services: ['taxes'] }, { services: ['taxes'] }] } };
  expect(referrersOf(ruled as unknown as SiteFile, 'services', 'taxes')).toEqual([
    { collection: 'settings', id: '', name: '', field: 'card_rules' },
  ]);
});

describe('an import', () => {
  const file = {
    services: [
      { id: 'taxes', name: 'Fees', desks: ['1'], tag: 'A' },
      { id: 'new', name: 'New' },
    ],
  };

  it('says what it would change', () => {
    const found = compareSites(SITE, file, 'merge').map(({ id, kind, fields }) => [id, kind, ...fields]);
    expect(found).toEqual([
      ['taxes', 'changed', 'name'],
      ['new', 'added'],
    ]);
  });

  it('says what it would delete', () => {
    const gone = compareSites(SITE, file, 'replace').filter(({ kind }) => kind === 'removed');
    expect(gone.map(({ id }) => id)).toEqual(['hall', '1', 'f', 'words']);
  });

  it('reports services with the same numbers, among themselves or with existing ones', () => {
    const shared = (document: object, mode: 'merge' | 'replace') =>
      sharedLetters(servicesAfter(SITE, { ...document }, mode)).map((group) => group.map(({ name }) => name));
    const places = [{ id: 'hall' }, { id: 'annex' }];
    const at = (location: string, name: string, tag?: string) => ({ location, name, tag });
    expect(shared({ services: [at('hall', 'Fees', 'a')] }, 'merge')).toEqual([['Taxes', 'Fees']]);
    expect(shared({ locations: places, services: [at('hall', 'Fees', 'a')] }, 'replace')).toEqual([]);
    // Who has one location need not name it.
    expect(shared({ services: [at('hall', 'Lost'), { name: 'Found' }] }, 'merge')).toEqual([['Lost', 'Found']]);
    expect(shared({ locations: places, services: [at('hall', 'Lost'), at('annex', 'Found')] }, 'merge')).toEqual([]);
  });

  it('takes what a location has for what a file leaves out of it', () => {
    const forgetful = { ...SITE, locations: [{ ...SITE.locations[0], t_delete: 0 }] } as unknown as SiteFile;
    expect(compareSites(forgetful, { locations: [{ ...SITE.locations[0] }] }, 'merge')).toEqual([]);
  });
});

describe('periods', () => {
  it.each([
    ['week', '2026-11-16', '2026-11-21'],
    ['days7', '2026-11-15', '2026-11-21'],
    ['month', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['year', '2026-01-01', '2026-11-21'],
  ] as const)('%s', (span, from, to) => {
    expect(daysOf(span, '2026-11-21')).toEqual({ from, to });
  });

  it('know the turn of the year', () => {
    expect(daysOf('lastMonth', '2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });
});

describe('the days of an axis', () => {
  it('are written in the order of the language', () => {
    const written = ['en', 'de', 'zh', 'ar'].map((lang) => shortDay('2026-11-30', lang));
    expect(written).toEqual(['30/11', '30.11.', '11/30', '30/11']);
  });

  it('are thinned until none touches the next', () => {
    const days = Array.from({ length: 31 }, (_, at) => `${at + 1}.10.`);
    expect([labelStep(days, 80), labelStep(days, 40), labelStep(days, 20)]).toEqual([1, 2, 3]);
    expect(labelStep(['0', '1', '2'], 24)).toBe(1);
    expect(labelStep([], 24)).toBe(1);
  });
});

describe('an axis', () => {
  it.each([0, 1, 3, 7, 10, 42, 99, 100, 1234])('reaches %i with few round marks', (highest) => {
    const marks = axisMarks(highest);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(marks.length).toBeGreaterThan(1);
    expect(marks.length).toBeLessThan(8);
    expect(marks.every((mark) => Number.isInteger(mark))).toBe(true);
  });

  it('counts time in minutes', () => {
    expect(timeMarks(125)).toEqual([0, 60, 120, 180]);
  });
});
