/** Form templates and answer types through the REST API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { type FormTown, openFormTown } from './form-town.ts';
import { question, typeId } from './rules/form-site.ts';

const FORMS = '/restapi/v2/forms';
let town: FormTown;
beforeAll(async () => {
  town = await openFormTown();
});
afterAll(() => town.close());

const text = (id: string, more: object = {}) => ({ ...question(id, 'text'), ...more });
async function create(before: readonly object[] = [], more: object = {}): Promise<string> {
  const { body } = await town.ask('POST', FORMS, {
    name: 'Form',
    selected: true,
    questions: { before, during: [], end: [] },
    ...more,
  });
  expect(body).toMatchObject({ success: true });
  return body.id;
}

describe('answer types', () => {
  it('exist for every type, even if the site has none', async () => {
    const { body } = await town.ask('GET', '/restapi/v2/qats');
    expect(body.question_answer_types.map(({ type }: { type: number }) => type).sort()).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(body.question_answer_types[0]).toEqual({
      id: typeId('date'),
      name: 'Date',
      type: 5,
      config: { mask: 0, length: '' },
      permanent: true,
      expanded: false,
      selected: false,
    });
  });

  it('are listed with the forms', async () => {
    const { body } = await town.ask('GET', FORMS);
    expect(body.fields).toHaveLength(9);
    expect(body.forms.find(({ id }: { id: string }) => id === 'passport-form').questions.before).toHaveLength(3);
  });
});

describe('a form', () => {
  it('is created and returned completely, with the questions before the visit by index', async () => {
    const id = await create([text('second', { question_order: 1 }), text('first', { question_order: 0 })]);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const { body } = await town.ask('GET', `${FORMS}/${id}`);
    expect(Object.keys(body.role.questions.before)).toEqual(['0', '1']);
    expect(body).toEqual({
      success: true,
      role: {
        id,
        name: 'Form',
        selected: true,
        questions: {
          before: { 0: expect.objectContaining({ id: 'first' }), 1: expect.anything() },
          during: [],
          end: [],
        },
      },
    });
    expect(body.role.questions.before[1]).toEqual({
      id: 'second',
      selected: false,
      question: 'second?',
      expanded: false,
      anonymize: false,
      anonymize_in_days: 0,
      visible_on: {
        ticket_kiosks: true,
        virtual_ticket: false,
        appointments: false,
        concierge: false,
        extender: false,
        qm_pad: false,
        card_reader: false,
        eticket: false,
      },
      staff_permissions: { visible: true, editable: true },
      depends_on: { has_dependency: false, question: '', answer: '' },
      config: '',
      qat_id: typeId('text'),
      required: false,
    });
  });

  it('accepts its own details in PUT and PATCH', async () => {
    const id = await create([
      text('a'),
      text('b', { depends_on: { has_dependency: 'true', question: 'a', answer: 'x' } }),
    ]);
    const { body } = await town.ask('GET', `${FORMS}/${id}`);
    for (const method of ['PUT', 'PATCH']) {
      expect(await town.ask(method, `${FORMS}/${id}`, body.role)).toMatchObject({
        status: 200,
        body: { success: true, id },
      });
    }
    expect((await town.ask('GET', `${FORMS}/${id}`)).body).toEqual(body);
  });

  it('keeps given ids, and generates missing ids', async () => {
    const { id: _id, ...nameless } = text('x');
    const id = await create([text('mine'), nameless], { id: 'my-form' });
    expect(id).toBe('my-form');
    const { body } = await town.ask('GET', `${FORMS}/my-form`);
    expect(body.role.questions.before[0].id).toBe('mine');
    expect(body.role.questions.before[1].id).toMatch(/^[0-9a-f-]{36}$/);
    const again = await town.ask('POST', FORMS, { id: 'my-form', name: 'Form', questions: {} });
    expect(again.body).toMatchObject({ errno: 5, parameter: 'id' });
  });

  it('is stored in the site', async () => {
    const id = await create([text('kept')]);
    const again = await openSiteHolder(town.store);
    expect(again.current().file.forms.find((form) => form.id === id)?.questions.before[0]?.id).toBe('kept');
    again.close();
  });

  it('accepts URL-encoded fields, and a config as an object', async () => {
    const fields = new URLSearchParams({
      name: 'Web',
      'questions[before][0][question]': 'Age?',
      'questions[before][0][qat_id]': typeId('number'),
      'questions[before][0][required]': '1',
    });
    const response = await fetch(`${town.address}${FORMS}`, { method: 'POST', body: fields });
    const { id } = (await response.json()) as { id: string };
    const web = await town.ask('GET', `${FORMS}/${id}`);
    expect(web.body.role.questions.before[0]).toMatchObject({ question: 'Age?', required: true });
    const other = await create([text('a', { config: { mask: 2 } })]);
    expect((await town.ask('GET', `${FORMS}/${other}`)).body.role.questions.before[0].config).toBe('{"mask":2}');
  });

  it('is deleted, and removed from services', async () => {
    const id = await create();
    await town.site.load({ services: [{ ...town.site.current().service('blood'), forms: [id] }] });
    expect((await town.ask('DELETE', `${FORMS}/${id}`)).body).toEqual({ success: true });
    expect(town.site.current().service('blood')?.forms).toEqual([]);
    expect((await town.ask('DELETE', `${FORMS}/${id}`)).body).toMatchObject({ errno: 6, parameter: 'form_id' });
  });

  it('has its questions deleted, except one that another question depends on', async () => {
    const id = await create([
      text('a'),
      text('b', { depends_on: { has_dependency: true, question: 'a', answer: '' } }),
    ]);
    expect((await town.ask('DELETE', `${FORMS}/${id}/questions/a`)).body).toMatchObject({ errno: 7 });
    expect((await town.ask('DELETE', `${FORMS}/${id}/questions/b`)).body).toEqual({ success: true });
    expect((await town.ask('DELETE', `${FORMS}/${id}/questions/b`)).body).toMatchObject({ errno: 6 });
    expect((await town.ask('DELETE', `${FORMS}/${id}/questions/a`)).body).toEqual({ success: true });
    expect((await town.ask('GET', `${FORMS}/${id}`)).body.role.questions.before).toEqual({});
  });
});

describe('a form is refused', () => {
  it.each([
    ['no name', { name: '', questions: {} }, 'name'],
    ['no questions', { name: 'F' }, 'questions'],
    ['invalid questions', { name: 'F', questions: 'x' }, 'questions'],
    ['an invalid list', { name: 'F', questions: { during: 'x' } }, 'questions[during]'],
    ['an invalid question', { name: 'F', questions: { end: [text('a'), 7] } }, 'questions[end][1]'],
    [
      'a question without text',
      { name: 'F', questions: { before: [text('a', { question: '' })] } },
      'questions[before][0][question]',
    ],
    [
      'an unknown answer type',
      { name: 'F', questions: { before: [text('a', { qat_id: 'x' })] } },
      'questions[before][0][qat_id]',
    ],
    [
      'a dependency on an unknown question',
      { name: 'F', questions: { before: [text('a', { depends_on: { has_dependency: true, question: 'x' } })] } },
      'questions[before][0][depends_on][question]',
    ],
    [
      'a broken pattern',
      { name: 'F', questions: { before: [text('a', { config: '{"mask":5,"regex":"["}' })] } },
      'questions[before][0][config]',
    ],
    [
      'a negative number of days',
      { name: 'F', questions: { before: [text('a', { anonymize_in_days: -1 })] } },
      'questions[before][0][anonymize_in_days]',
    ],
    ['an id with a slash', { id: 'a/b', name: 'F', questions: {} }, 'id'],
    [
      'too many questions',
      { name: 'F', questions: { before: Array.from({ length: 101 }, (_, n) => text(`q${n}`)) } },
      'questions[before]',
    ],
  ])('with %s', async (_what, body, parameter) => {
    const before = town.site.current();
    expect(await town.ask('POST', FORMS, body)).toMatchObject({
      status: 400,
      body: { success: false, errno: 5, parameter },
    });
    expect(town.site.current()).toBe(before);
  });

  it('with an unknown id', async () => {
    for (const id of ['nobody', '__proto__', 'constructor']) {
      expect((await town.ask('GET', `${FORMS}/${id}`)).body).toMatchObject({ errno: 6, parameter: 'form_id' });
      expect((await town.ask('PUT', `${FORMS}/${id}`, { name: 'F', questions: {} })).body).toMatchObject({ errno: 6 });
      expect((await town.ask('DELETE', `${FORMS}/${id}/questions/x`)).body).toMatchObject({ errno: 6 });
    }
  });

  it('in XML, and by unsupported methods', async () => {
    expect(await town.ask('GET', `${FORMS}?format=xml`)).toMatchObject({ status: 400, body: { errno: 4 } });
    const response = await fetch(`${town.address}${FORMS}/passport-form`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('PATCH');
  });
});
