/** Audit log of site changes, for every kind of change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureSite } from '../../main/site/service/ensure-site.ts';
import { type LockedTown, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openTown } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

/** The built-in type of text answers. */
const TEXT = '01900000-0000-7000-8000-000000000101';

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
type Json = any;

let town: LockedTown;
let chief: string;
beforeEach(async () => {
  town = await openLockedTown();
  chief = await town.keyOf('chief');
});
afterEach(() => town.close());

const admin = (method: string, path: string, body?: object) =>
  town.ask(method, `/restapi/v2/admin/${path}`, chief, body);
const log = async (query = ''): Promise<Json> => (await admin('GET', `audit${query}`)).body;
const newest = async (): Promise<Json> => (await log('?limit=1')).entries[0];
const byChief = { kind: 'user', id: 'chief', name: 'the.chief' };

describe('a change of one item', () => {
  it('contains user, item, time, and each field before and after', async () => {
    town.clock.set('2026-11-20T13:30:00Z');
    const desk = { name: 'Window 2', tag: '2', location: 'hall', services: ['taxes', 'passports'] };
    expect((await admin('PUT', 'desks/desk-2', desk)).body.success).toBe(true);
    expect(await newest()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      change_id: expect.any(String),
      at: '2026-11-20T13:30:00.000Z',
      by: byChief,
      collection: 'desks',
      item_id: 'desk-2',
      item_name: 'Window 2',
      action: 'changed',
      fields: [
        { field: 'name', before: 'Desk 2', after: 'Window 2', hidden: false },
        { field: 'services', before: '["taxes"]', after: '["taxes","passports"]', hidden: false },
      ],
    });
  });

  it('counts single cards of rules, and shows that they were replaced', async () => {
    const { hashes } = (await admin('POST', 'card-hashes', { cards: ['4711', '4712'] })).body;
    const { settings } = (await admin('GET', 'settings')).body;
    const save = (cards: readonly string[]) =>
      admin('PUT', 'settings', { ...settings, card_rules: [{ use: 'block', cards }] });
    await save(hashes.slice(0, 1));
    await save(hashes.slice(1));
    const { fields } = await newest();
    expect(fields).toHaveLength(1);
    expect(JSON.parse(fields[0].before)).toEqual([{ use: 'block', cards: 1, priority: false }]);
    expect(fields[0]).toMatchObject({ field: 'card_rules', after: fields[0].before });
  });

  it('distinguishes adding and removing, and keeps the name of a removed item', async () => {
    await admin('POST', 'desks', { id: 'desk-7', name: 'Desk 7', location: 'hall' });
    expect(await newest()).toMatchObject({ action: 'added', item_id: 'desk-7', item_name: 'Desk 7', by: byChief });
    await admin('DELETE', 'desks/desk-7', {});
    const { action, item_name, fields } = await newest();
    expect([action, item_name]).toEqual(['removed', 'Desk 7']);
    expect(fields).toContainEqual({ field: 'location', before: 'hall', after: '', hidden: false });
  });

  it('names fields within fields, and entries of lists by their ids', async () => {
    const passports = { ...town.site.current().service('passports') };
    const translations = { pt_PT: { name: 'Passaporte', extra_text: 'Traga uma fotografia.' } };
    await admin('PUT', 'services/passports', { ...passports, translations });
    expect((await newest()).fields).toEqual([
      { field: 'translations.pt_PT.name', before: 'Passaportes', after: 'Passaporte', hidden: false },
    ]);
    const question = { id: 'q1', question: 'Why?', qat_id: TEXT };
    const form = { id: 'why', name: 'Why', questions: { before: [question], during: [], end: [] } };
    await admin('POST', 'forms', form);
    const asked = { ...question, question: 'What for?' };
    await admin('PUT', 'forms/why', { ...form, questions: { before: [asked], during: [], end: [] } });
    expect((await newest()).fields).toEqual([
      { field: 'questions.before[q1].question', before: 'Why?', after: 'What for?', hidden: false },
    ]);
  });

  it('contains an ordered list as one field', async () => {
    const hall = { ...town.site.current().location('hall') };
    const layout = [{ part: 'number', size: 3 }, { part: 'rule' }, { part: 'text', text: 'Please take a seat.' }];
    await admin('PUT', 'locations/hall', { ...hall, ticket_layout: layout });
    const [first] = (await newest()).fields;
    expect((await newest()).fields).toHaveLength(1);
    expect({ field: first.field, before: first.before }).toEqual({ field: 'ticket_layout', before: '' });
    expect(JSON.parse(first.after)).toEqual([
      { part: 'number', size: 3, align: 'center' },
      { part: 'rule', size: 0, align: 'center' },
      { part: 'text', size: 0, align: 'center', text: 'Please take a seat.' },
    ]);
    await admin('PUT', 'locations/hall', { ...hall, ticket_layout: [layout[1], layout[0], layout[2]] });
    const [moved, ...others] = (await newest()).fields;
    expect([moved.field, others]).toEqual(['ticket_layout', []]);
    expect(JSON.parse(moved.before)[0].part).toBe('number');
    expect(JSON.parse(moved.after)[0].part).toBe('rule');
  });

  it('of question settings names each of them', async () => {
    const question = { id: 'q1', question: 'Why?', qat_id: TEXT, config: '{"options":["A"]}' };
    const form = { id: 'why', name: 'Why', questions: { before: [question], during: [], end: [] } };
    await admin('POST', 'forms', form);
    const asked = { ...question, config: '{"options":["A","B"],"translations":{"pt_PT":{"question":"Porquê?"}}}' };
    await admin('PUT', 'forms/why', { ...form, questions: { before: [asked], during: [], end: [] } });
    expect((await newest()).fields).toEqual([
      { field: 'questions.before[q1].config.options', before: '["A"]', after: '["A","B"]', hidden: false },
      {
        field: 'questions.before[q1].config.translations.pt_PT.question',
        before: '',
        after: 'Porquê?',
        hidden: false,
      },
    ]);
  });

  it('is not recorded if nothing changed, or if it was refused', async () => {
    const before = (await newest()).id;
    const desk = { name: 'Desk 2', tag: '2', location: 'hall', services: ['taxes'] };
    expect((await admin('PUT', 'desks/desk-2', desk)).body.success).toBe(true);
    expect((await admin('PUT', 'desks/desk-2', { ...desk, location: 'nowhere' })).body.errno).toBe(5);
    expect((await newest()).id).toBe(before);
  });

  it('truncates long values such as pictures', async () => {
    const hall = { ...town.site.current().location('hall') };
    await admin('PUT', 'locations/hall', { ...hall, logo: `data:image/png;base64,${'A'.repeat(5000)}` });
    expect((await newest()).fields).toEqual([
      { field: 'logo', before: '', after: 'data:image/png;base64,… (5022)', hidden: false },
    ]);
  });
});

describe('secrets', () => {
  it('are never in the log: passwords, keys, their hashes, values of cards, names of visitors', async () => {
    await admin('PUT', 'users/ana', { username: 'ana.silva', name: 'Ana', password: 'a very good secret' });
    expect((await newest()).fields).toContainEqual({ field: 'password', before: '', after: 'set', hidden: true });
    const { key } = (await admin('POST', 'devices/kiosk-1/key', {})).body;
    expect(await newest()).toMatchObject({
      collection: 'devices',
      item_id: 'kiosk-1',
      item_name: 'Entrance',
      by: byChief,
      fields: [{ field: 'key', after: 'set', hidden: true }],
    });
    await admin('DELETE', 'devices/kiosk-1/key', {});
    expect((await newest()).fields).toEqual([{ field: 'key', before: '', after: 'removed', hidden: true }]);
    await admin('POST', 'users/rui/revoke', {});
    expect(await newest()).toMatchObject({ item_id: 'rui', fields: [{ field: 'keys', after: 'revoked' }] });
    const reader = { name: 'Reader', type: 7, location: 'hall', code: 'card-value-77' };
    await admin('PUT', 'devices/reader-1', reader);
    expect((await newest()).fields).toEqual([{ field: 'code', before: '', after: '', hidden: true }]);
    const visit = {
      service: 'passports',
      scheduled_to: '2026-11-21 10:00:00',
      client_name: 'Zoe Zander',
      code: 'qr-99',
    };
    await admin('POST', 'appointments', { id: 'visit-1', ...visit });
    expect((await newest()).item_id).toBe('visit-1');

    const everything = JSON.stringify(await log('?limit=500'));
    const hashes = (await town.store.readCredentials()).map(({ secret }) => secret).filter((secret) => secret !== '');
    expect(hashes.length).toBeGreaterThan(3);
    // Four digits can occur in an id by chance.
    for (const secret of [...hashes, key, 'a very good secret', 'card-value-77', '"0042"', 'Zoe', 'qr-99']) {
      expect(everything).not.toContain(secret);
    }
  });

  it('name the user who chose a new password', async () => {
    const key = await town.keyOf('ana');
    const body = { password: passwordOf('ana'), new_password: 'another good one' };
    expect((await town.ask('POST', '/restapi/v2/users/password', key, body)).body.success).toBe(true);
    chief = await town.keyOf('chief');
    expect(await newest()).toMatchObject({
      by: { kind: 'user', id: 'ana', name: 'Ana Silva' },
      collection: 'users',
      item_id: 'ana',
      fields: [{ field: 'password', after: 'set' }],
    });
  });
});

describe('larger changes', () => {
  it('are one entry with many items', async () => {
    const desks = [1, 2].map((n) => ({ id: `desk-${n}`, name: `Window ${n}`, location: 'hall' }));
    const settings = { ...town.site.current().settings, call_policy: 'refuse' };
    expect((await admin('PUT', 'site', { desks, settings })).body.success).toBe(true);
    const { entries } = await log('?limit=3');
    expect(new Set(entries.map(({ change_id }: Json) => change_id)).size).toBe(1);
    expect(entries.map(({ collection, item_id, by }: Json) => [collection, item_id, by.id])).toEqual([
      ['settings', 'settings', 'chief'],
      ['desks', 'desk-2', 'chief'],
      ['desks', 'desk-1', 'chief'],
    ]);
  });

  it('of forms by their own operations name their user too', async () => {
    const made = await town.ask('POST', '/restapi/v2/forms', chief, {
      name: 'Before',
      questions: { before: [{ id: 'q', question: 'Why?', qat_id: TEXT }] },
    });
    expect(made.body.success).toBe(true);
    expect(await newest()).toMatchObject({ collection: 'forms', action: 'added', by: byChief });
    await town.ask('DELETE', `/restapi/v2/forms/${made.body.id}`, chief);
    expect(await newest()).toMatchObject({ collection: 'forms', action: 'removed', by: byChief });
  });

  it('at the start are marked as such', async () => {
    await ensureSite(town.site, {
      given: { desks: [{ id: 'd', name: 'D', location: 'hall' }] },
      demo: async () => ({}),
    });
    expect(await newest()).toMatchObject({ by: { kind: 'start', id: '', name: '' }, item_id: 'd' });
  });

  it('without a key belong to the console', async () => {
    const open = await openTown({ site: townSite() });
    const address = `${open.address}/restapi/v2/admin`;
    await fetch(`${address}/desks/desk-3`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Desk 3', location: 'hall' }),
    });
    const { entries } = (await (await fetch(`${address}/audit?limit=1`)).json()) as Json;
    expect(entries).toMatchObject([{ by: { kind: 'console', id: '' }, item_id: 'desk-3' }]);
    await open.close();
  });
});

describe('a text that no database can store', () => {
  const desk = { id: 'desk-7', name: 'Desk 7', location: 'hall' };
  const config = (text: string): string => JSON.stringify({ example: text });
  it.each<[string, string, object, string]>([
    ['the character zero in a name', 'desks', { ...desk, name: 'Desk\0 7' }, 'name'],
    ['half a character in an id', 'desks', { ...desk, id: 'desk-\ud800' }, 'id'],
    [
      'half a character within',
      'desks',
      { ...desk, translations: { pt_PT: { name: '\udc00' } } },
      'translations.pt_PT.name',
    ],
    ['the character zero in the name of a field', 'services', { ...desk, metadata: { 'a\0': 'b' } }, 'metadata'],
    ['the character zero in the name of a user', 'users', { username: 'x\0', name: 'x' }, 'username'],
  ])('is refused by its path: %s', async (_what, collection, body, path) => {
    const before = await newest();
    const { status, body: answer } = await admin('POST', collection, body);
    expect([status, answer.errno]).toEqual([400, 5]);
    expect(answer.faults).toEqual([`${path}: must be valid Unicode without the character U+0000`]);
    expect(await newest()).toEqual(before);
  });

  it('is refused in the config of a question, which is JSON text', async () => {
    const question = { id: 'q1', question: 'Which?', qat_id: TEXT, config: config('a\0b') };
    const form = { id: 'which', name: 'Which', questions: { before: [question], during: [], end: [] } };
    expect((await admin('POST', 'forms', form)).body.errno).toBe(5);
    const whole = { ...question, config: config('ab') };
    expect(
      (await admin('POST', 'forms', { ...form, questions: { before: [whole], during: [], end: [] } })).body.success,
    ).toBe(true);
  });
});

describe('the log', () => {
  it('is paged to its beginning, with each entry once', async () => {
    const whole = (await log('?limit=500')).entries.map(({ id }: Json) => id);
    const seen: string[] = [];
    for (let next = ''; ; ) {
      const page = await log(`?limit=7${next === '' ? '' : `&before=${next}`}`);
      seen.push(...page.entries.map(({ id }: Json) => id));
      next = page.next;
      if (next === '') break;
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(14);
    expect(whole.map(Number)).toEqual(whole.map(Number).toSorted((a: number, b: number) => b - a));
  });

  it('can be filtered by item, collection or user', async () => {
    await admin('PUT', 'desks/desk-1', { name: 'First', location: 'hall' });
    const ids = async (query: string) =>
      (await log(query)).entries.map(({ collection, item_id }: Json) => `${collection}/${item_id}`);
    expect(await ids('?collection=desks&item_id=desk-1')).toEqual(['desks/desk-1', 'desks/desk-1']);
    expect(await ids('?user_id=the.chief')).toEqual(['desks/desk-1']);
    expect(new Set((await ids('?collection=settings')).values())).toEqual(new Set(['settings/settings']));
    expect(await log('?before=x')).toMatchObject({ errno: 5, parameter: 'before' });
    expect(await log('?limit=0')).toMatchObject({ errno: 5, parameter: 'limit' });
  });
});
